// A histogram of counts, with the position of one more count.

import { svg } from "./element.js";

const [WIDTH, HEIGHT] = [96, 24];
const BINS = 24;

export function histogram(counts, own) {
  const low = Math.min(own, ...counts);
  const span = Math.max(own, ...counts) - low || 1;
  const bin = (count) => Math.round(((count - low) / span) * (BINS - 1));
  const bins = new Array(BINS).fill(0);
  for (const count of counts) {
    bins[bin(count)] += 1;
  }
  const most = Math.max(...bins);
  const step = WIDTH / BINS;
  const bars = bins.flatMap((number, place) => {
    const height = (HEIGHT * number) / most;
    return number > 0 ? [svg("rect", { x: place * step, y: HEIGHT - height, width: step, height })] : [];
  });
  const x = (bin(own) + 0.5) * step;
  return svg(
    "svg",
    { class: "histogram", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "aria-hidden": "true" },
    ...bars,
    svg("path", { class: "here", d: `M${x} 0V${HEIGHT}` }),
  );
}
