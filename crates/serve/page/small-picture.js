// A picture of a pattern, small enough to be next to its name.

import { svg } from "./element.js";
import { bends } from "./geometry.js";
import { fitted, place } from "./layout.js";
import { edgePicture, fitsInside, nodePicture } from "./picture.js";

const MARGIN = 2;

/** `symbols` are written in the nodes, or are empty; edges are pairs of positions in the list of nodes. */
export function smallPicture(symbols, edges, { width, height, longest }) {
  const hasSymbols = symbols.some((symbol) => symbol !== "");
  const radius = hasSymbols ? 6 : width / 13;
  const rim = 2 * (radius + MARGIN);
  const places = fitted(place(symbols.length, edges.map(({ tail, head }) => [tail, head])), width - rim, height - rim, longest);
  const bend = bends(edges).map((offset) => offset / 3);
  return svg(
    "svg",
    { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, "aria-hidden": "true" },
    ...edges.map((edge, ix) =>
      edgePicture({ ...edge, label: "", from: places[edge.tail], to: places[edge.head], bend: bend[ix], radius })),
    ...symbols.map((symbol, ix) => nodePicture({ ...places[ix], inside: fitsInside(symbol) ? symbol : "", radius })),
  );
}
