// The interval of an estimate on a line, with the wider ones before it.

import { byId, svg } from "./element.js";
import { rounded } from "./numbers.js";

const [WIDTH, LINE] = [340, 24];
const MOST_EARLIER = 4;

export class Interval {
  #earlier = [];
  #asked = null;

  constructor() {
    this.canvas = byId("interval");
    this.canvas.setAttribute("viewBox", `0 0 ${WIDTH} 42`);
  }

  clear() {
    this.canvas.toggleAttribute("hidden", true);
    this.#earlier = [];
    this.#asked = null;
  }

  show({ count, low, high, confidence }, asked) {
    if (this.#asked !== asked) {
      [this.#earlier, this.#asked] = [[], asked];
    }
    const range = { low: Number(low), high: Number(high), best: Number(count) };
    const all = [...this.#earlier, range];
    const least = Math.min(...all.map((it) => it.low));
    const most = Math.max(...all.map((it) => it.high));
    const at = scale(least, most);
    const strokes = this.#earlier.slice(-MOST_EARLIER).map((it, ix) =>
      svg("line", { class: "earlier", x1: at(it.low), x2: at(it.high), y1: 3 + ix * 4, y2: 3 + ix * 4 }));
    const [left, right] = [at(range.low), at(range.high)];
    this.canvas.replaceChildren(
      svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: LINE, y2: LINE }),
      ...strokes,
      svg("line", { class: "range", x1: left, x2: right, y1: LINE, y2: LINE }),
      svg("circle", { class: "best", cx: at(range.best), cy: LINE, r: 5 }),
      svg("text", { x: 0, y: 42 }, `${rounded(low)} to ${rounded(high)}`),
    );
    this.canvas.setAttribute("aria-label", `Between ${rounded(low)} and ${rounded(high)}, with ${Math.round((confidence ?? 0) * 100)} % confidence`);
    this.canvas.toggleAttribute("hidden", false);
    this.#earlier = all;
  }
}

/** Maps a value to a position; logarithmic if the ends differ widely. */
function scale(least, most) {
  const isWide = least > 0 && most / least > 50;
  const of = isWide ? Math.log : (value) => value;
  const span = of(most) - of(least) || 1;
  const margin = 6;
  return (value) => (margin + ((of(value) - of(least)) / span) * (WIDTH - 2 * margin)).toFixed(1);
}
