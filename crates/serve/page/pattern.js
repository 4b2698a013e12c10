// A pattern as it is drawn. Values are never changed in place, so that undoing is going back to an earlier value.
//
//     node: { key, name, label, symbol?, x, y }          label is the text of the notation: "", "C", "F|Cl", "*"
//     edge: { key, tail, head, label, undirected, absent }  tail and head are keys of nodes
//
// `kind` is "smarts" for what cannot be drawn in full: the conditions on its atoms are in the text only.

import { fitted, place } from "./layout.js";
import { atoms } from "./smarts.js";

export const EMPTY = Object.freeze({ nodes: [], edges: [] });

/** The usual length of an edge, in pixels, and that of an edge with a label. */
const EDGE_LENGTH = 92;
const LABELLED_LENGTH = 150;

let lastKey = 0;

function newKey() {
  lastKey += 1;
  return `k${lastKey}`;
}

/** The pattern with one more node, and the key of that node. */
export function withNode(pattern, x, y, label = "") {
  const node = { key: newKey(), name: freeName(pattern), label, x, y };
  return { pattern: { ...pattern, nodes: [...pattern.nodes, node] }, key: node.key };
}

/** The pattern with one more edge; the same pattern if it has this edge. */
export function withEdge(pattern, tail, head, undirected) {
  const there = pattern.edges.find((edge) => !edge.absent && edge.label === "" && runs(edge, tail, head, undirected));
  if (there) {
    return { pattern, key: there.key };
  }
  // An arc drawn against an arc without label leaves both; an edge drawn over an arc takes its place.
  const kept = pattern.edges.filter(
    (edge) => edge.absent || !(undirected && edge.label === "" && joins(edge, tail, head)),
  );
  const edge = { key: newKey(), tail, head, label: "", undirected, absent: false };
  return { pattern: { ...pattern, edges: [...kept, edge] }, key: edge.key };
}

function runs(edge, tail, head, undirected) {
  const same = edge.tail === tail && edge.head === head;
  return edge.undirected ? joins(edge, tail, head) : !undirected && same;
}

function joins(edge, one, other) {
  return (edge.tail === one && edge.head === other) || (edge.tail === other && edge.head === one);
}

/** Without this node and its edges, or without this edge. */
export function without(pattern, key) {
  return {
    nodes: pattern.nodes.filter((node) => node.key !== key),
    edges: pattern.edges.filter((edge) => ![edge.key, edge.tail, edge.head].includes(key)),
  };
}

/** With some properties of one node or edge replaced. */
export function changed(pattern, key, properties) {
  const change = (item) => (item.key === key ? { ...item, ...properties } : item);
  return { nodes: pattern.nodes.map(change), edges: pattern.edges.map(change) };
}

/** The node or edge with this key. */
export function find(pattern, key) {
  return pattern.nodes.find((node) => node.key === key) ?? pattern.edges.find((edge) => edge.key === key);
}

export function nodeOf(pattern, key) {
  return pattern.nodes.find((node) => node.key === key);
}

/** `edge a–b` or `arc a→b`, with `absent` before it if there must be none, or `node a`. */
export function titleOf(pattern, item) {
  if (item.tail === undefined) {
    return `node ${item.name}`;
  }
  const [tail, head] = [item.tail, item.head].map((key) => nodeOf(pattern, key).name);
  const line = item.undirected ? `edge ${tail}–${head}` : `arc ${tail}→${head}`;
  return item.absent ? `absent ${line}` : line;
}

export function hasArcs(pattern) {
  return pattern.edges.some((edge) => !edge.undirected);
}

/** Nodes and edges as the service takes them: edges by places of nodes. */
export function toParts(pattern) {
  const places = new Map(pattern.nodes.map((node, ix) => [node.key, ix]));
  return {
    nodes: pattern.nodes.map(({ name, label }) => ({ name, label })),
    edges: pattern.edges.map(({ tail, head, label, undirected, absent }) => ({
      tail: places.get(tail),
      head: places.get(head),
      label,
      undirected,
      absent: absent ?? false,
    })),
  };
}

/** From nodes and edges of the service. Places stay where nothing but labels differs from `previous`. */
export function fromParts(parts, previous = EMPTY) {
  const keys = parts.nodes.map(() => newKey());
  const same = sameShape(parts, previous);
  const places = same ? previous.nodes : tidyPlaces(parts);
  const symbols = parts.kind === "smarts" ? atoms(parts.text, parts.nodes.length) : null;
  return {
    kind: parts.kind ?? "pattern",
    nodes: parts.nodes.map(({ name, label }, ix) => ({
      key: keys[ix],
      name,
      symbol: symbols?.[ix],
      label: label ?? "",
      x: places[ix].x,
      y: places[ix].y,
    })),
    edges: parts.edges.map(({ tail, head, label, undirected, absent }) => ({
      key: newKey(),
      tail: keys[tail],
      head: keys[head],
      label: label ?? "",
      undirected,
      absent: absent ?? false,
    })),
  };
}

/** Laid out anew. */
export function tidied(pattern) {
  const places = tidyPlaces(toParts(pattern));
  return { ...pattern, nodes: pattern.nodes.map((node, ix) => ({ ...node, ...places[ix] })) };
}

function tidyPlaces({ nodes, edges }) {
  const pairs = edges.map(({ tail, head }) => [tail, head]);
  const hasLabels = edges.some((edge) => (edge.label ?? "").length > 2);
  return fitted(place(nodes.length, pairs), 400, 190, hasLabels ? LABELLED_LENGTH : EDGE_LENGTH);
}

function sameShape(parts, previous) {
  const before = toParts(previous);
  const shape = ({ nodes, edges }) => [
    nodes.map((node) => node.name),
    edges.map(({ tail, head }) => [tail, head].sort((a, b) => a - b).join(" ")).sort(),
  ];
  return JSON.stringify(shape(parts)) === JSON.stringify(shape(before));
}

/** The first letter that no node has, then n1, n2, … */
function freeName({ nodes }) {
  const taken = new Set(nodes.map((node) => node.name));
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const letter = [...letters].find((it) => !taken.has(it));
  let number = 1;
  while (taken.has(`n${number}`)) {
    number += 1;
  }
  return letter ?? `n${number}`;
}
