// Patterns to start from, with small pictures.

import { byId, html } from "./element.js";
import { rove } from "./roving.js";
import { smallPicture } from "./small-picture.js";
import { atoms } from "./smarts.js";

/** Fills the gallery; calls `onChoose(text)` with the notation of a pattern that is clicked. */
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
  return smallPicture(symbols, edges, { width: 52, height: 44, longest: 26 });
}
