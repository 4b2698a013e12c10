// Patterns to start from, with small pictures.

import { byId, html, svg } from "./element.js";
import { bends } from "./geometry.js";
import { fitted, place } from "./layout.js";
import { edgePicture, fitsInside, nodePicture } from "./picture.js";
import { rove } from "./roving.js";
import { atoms } from "./smarts.js";

const [WIDTH, HEIGHT] = [52, 44];

/** Fills the gallery; `onChoose(text)` is told the notation of what is clicked. */
export function fillGallery(known, onChoose) {
  const groups = [...new Set(known.map(({ group }) => group))];
  const buttons = groups.flatMap((group, rank) => [
    ...(rank > 0 ? [html("hr", { "aria-hidden": "true" })] : []),
    ...known.filter((item) => item.group === group).sort(bySize).map((item) => entry(item, onChoose)),
  ]);
  byId("gallery").replaceChildren(...buttons);
  rove(byId("gallery"));
}

/** Edges before arcs, and small before large. */
function bySize(one, other) {
  const arcs = ({ edges }) => Number(edges.some((edge) => !edge.undirected));
  return arcs(one) - arcs(other) || one.nodes.length - other.nodes.length || one.edges.length - other.edges.length;
}

function entry({ name, text, summary, nodes, edges }, onChoose) {
  const title = summary ? `${name}: ${summary}\n${text}` : text;
  const button = html("button", { type: "button", title }, picture(text, nodes, edges), html("span", {}, name));
  button.addEventListener("click", () => onChoose(text));
  return button;
}

function picture(text, nodes, edges) {
  const symbols = (text.startsWith("smarts:") && atoms(text, nodes.length)) || nodes.map((node) => node.label);
  const hasLabels = symbols.some((symbol) => symbol !== "");
  const radius = hasLabels ? 6 : 4;
  const places = fitted(
    place(nodes.length, edges.map(({ tail, head }) => [tail, head])),
    WIDTH - 2 * radius - 4,
    HEIGHT - 2 * radius - 4,
    26,
  );
  const bend = bends(edges).map((offset) => offset / 3);
  return svg(
    "svg",
    { viewBox: `${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    ...edges.map((edge, ix) =>
      edgePicture({ ...edge, label: "", from: places[edge.tail], to: places[edge.head], bend: bend[ix], radius })),
    ...nodes.map((_, ix) =>
      nodePicture({ ...places[ix], inside: fitsInside(symbols[ix]) ? symbols[ix] : "", radius })),
  );
}
