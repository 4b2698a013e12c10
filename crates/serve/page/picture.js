// Nodes and edges as SVG. Colours and widths are in style/drawing.css.

import { svg } from "./element.js";
import { line } from "./geometry.js";

/** Longer texts are cut, with the whole text in the tooltip. */
const MOST_LETTERS = 14;
const SMALLEST_FONT = 7;

/** A circle with a text inside, and possibly a small text at its upper right. */
export function nodePicture({ x, y, inside, tag, title, hue, radius }) {
  const group = svg("g", { class: `node ${hue ?? ""}`.trim(), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
  if (title) {
    group.append(svg("title", {}, title));
  }
  group.append(svg("circle", { r: radius }));
  if (inside) {
    group.append(svg("text", { class: "node-text", "font-size": (radius * fontShare(inside)).toFixed(1) }, inside));
  }
  if (tag) {
    // Short texts are at the upper right, next to a loop; long ones above or below, away from the middle.
    const isShort = [...tag].length <= 2;
    const [x0, y0] = isShort ? [radius + 6, -radius * 0.7 - 3] : [0, (radius + 11) * (y < -20 ? -1 : 1)];
    group.append(svg("text", { class: "tag", x: x0.toFixed(1), y: y0.toFixed(1) }, shortened(tag)));
  }
  return group;
}

/** A line between two positions, with a head if it is an arc, and with its label; dashed and red if it must be absent. */
export function edgePicture({ from, to, radius, bend, undirected, label, title, bond, absent }) {
  const { path, head, label: spot } = line(from, to, radius, bend, !undirected);
  const group = svg("g", { class: ["edge", bond, absent && "absent"].filter(Boolean).join(" ") });
  if (title) {
    group.append(svg("title", {}, title));
  }
  group.append(svg("path", { class: "line", d: path }));
  if (bond) {
    group.append(svg("path", { class: "core", d: path }));
  }
  if (head) {
    group.append(svg("polygon", { class: "head", points: head }));
  }
  if (label) {
    group.append(svg("text", { x: spot.x.toFixed(1), y: spot.y.toFixed(1) }, shortened(label)));
  }
  return group;
}

/** The bonds of molecules that are drawn as in chemistry instead of being labelled. */
export const BONDS = new Set(["single", "double", "triple", "aromatic"]);

/** Whether a text fits inside a node. */
export function fitsInside(text) {
  return [...text].length <= 3;
}

/** Whether a text inside a circle of this radius is readable. */
export function isReadable(text, radius) {
  return fitsInside(text) && radius * fontShare(text) >= SMALLEST_FONT;
}

export function shortened(text) {
  const letters = [...text];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : text;
}

function fontShare(text) {
  return { 1: 0.88, 2: 0.8, 3: 0.68 }[[...text].length] ?? 0.52;
}
