// The matches of the question, fetched in pages and shown one after another.

import * as api from "./api.js";
import { byId } from "./element.js";
import { exact } from "./numbers.js";
import { request } from "./question.js";

const PAGE = 24;
/** How long to search for matches at most, in seconds. */
const LOOK = 2;
const PACE = 1100;

export class Matches {
  /** Calls `onShow(match, signal)` to show a match, or with null for none. */
  constructor(onShow) {
    this.onShow = onShow;
    this.#forget();
    byId("match-next").addEventListener("click", () => this.step(1));
    byId("match-previous").addEventListener("click", () => this.step(-1));
    byId("match-play").addEventListener("click", () => this.#play(this.timer === null));
  }

  /** Searches for matches of another question. */
  async ask(asked, signal) {
    this.#forget();
    this.asked = asked;
    this.signal = signal;
    this.#tell("searching …");
    try {
      await this.#fetch();
      this.place = this.found.length > 0 ? 0 : -1;
      await this.#show();
    } catch (problem) {
      if (!api.wasAborted(problem)) {
        this.#tell("no matches shown");
        byId("match-names").textContent = api.inWords(problem);
        await this.onShow(null);
      }
    }
  }

  /** Shows that there is nothing to search for. */
  async clear() {
    this.#forget();
    this.#tell("no match");
    await this.onShow(null);
  }

  /** Stops when the question is given up; the matches found so far can still be viewed. */
  settle() {
    this.signal = undefined;
    if (this.found.length === 0) {
      this.#tell("no matches shown");
    }
  }

  /** The number of matches, once it is known. */
  total(record) {
    this.count = record?.answer === "exact" ? record.count : null;
    this.#tellPlace();
  }

  /** Shows the next or previous match; the first one follows the last one. */
  async step(by) {
    if (this.found.length === 0) {
      return;
    }
    try {
      if (this.place + by >= this.found.length && this.next !== null) {
        await this.#fetch();
      }
      this.place = (this.place + by + this.found.length) % this.found.length;
      await this.#show();
    } catch (problem) {
      if (!api.wasAborted(problem)) {
        byId("match-names").textContent = api.inWords(problem);
      }
    }
  }

  async #fetch() {
    const question = { ...request(this.asked), limit: PAGE, time_limit: LOOK };
    const page = await api.find(this.next === null ? question : { ...question, after: this.next }, this.signal);
    this.patternNodes = page.pattern_nodes;
    this.found.push(...page.matches);
    this.next = page.next ?? null;
    this.ending = page.ending;
  }

  async #show() {
    const match = this.found[this.place];
    for (const id of ["match-next", "match-previous", "match-play"]) {
      byId(id).disabled = this.found.length < 2;
    }
    this.#tellPlace();
    byId("match-names").textContent = match
      ? this.patternNodes.map((name, rank) => `${name} = ${match.names[rank]}`.replaceAll(" ", "\u00a0")).join(", ")
      : "";
    await this.onShow(match ? { ...match, patternNodes: this.patternNodes, lines: this.#lines(match) } : null, this.signal);
  }

  /** The images of the edges of the pattern. An edge whose label is a set, or is ignored, may map to an edge with any label. */
  #lines({ nodes }) {
    const { pattern, settings } = this.asked;
    const { undirected } = request(this.asked);
    // The text may list the nodes in another order than that of the drawing.
    const images = new Map(pattern.nodes.map(({ key, name }) => [key, nodes[this.patternNodes.indexOf(name)]]));
    const anyLabel = settings.edgeLabels === "ignored" || pattern.kind === "smarts";
    return pattern.edges.filter((edge) => !edge.absent).map((edge) => ({
      tail: images.get(edge.tail),
      head: images.get(edge.head),
      undirected: undirected || edge.undirected,
      label: anyLabel ? null : plainLabel(edge.label),
    }));
  }

  #tellPlace() {
    if (this.place < 0 || this.found.length === 0) {
      this.#tell(this.ending === "time" ? "none found in time" : "no match");
      return;
    }
    const known = this.count ?? (this.next === null && this.ending === "complete" ? String(this.found.length) : null);
    this.#tell(`match ${exact(String(this.place + 1))}${known === null ? "" : ` of ${exact(known)}`}`);
  }

  #tell(text) {
    byId("match-place").textContent = text;
  }

  #play(isOn) {
    clearInterval(this.timer);
    this.timer = isOn ? setInterval(() => this.step(1), PACE) : null;
    byId("match-play").setAttribute("aria-pressed", String(isOn));
    byId("match-play").querySelector("use").setAttribute("href", `icons.svg#${isOn ? "pause" : "play"}`);
  }

  #forget() {
    Object.assign(this, { found: [], patternNodes: [], next: null, ending: null, place: -1, count: null });
    this.timer ??= null;
    this.#play(false);
    for (const id of ["match-next", "match-previous", "match-play"]) {
      byId(id).disabled = true;
    }
    byId("match-names").textContent = "";
  }
}

function plainLabel(label) {
  const isSet = /[|]|^[!*"']/.test(label);
  return isSet ? null : label === "" ? "0" : label;
}
