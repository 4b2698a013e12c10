// The question: the settings in addition to pattern and graph, and the request made from them.

import { hasArcs } from "./pattern.js";

export const DEFAULTS = Object.freeze({
  semantics: "monomorphism",
  unit: "subgraphs",
  directions: "automatic",
  nodeLabels: "kept",
  edgeLabels: "kept",
  method: "auto",
  timeLimit: 10,
  precision: 0,
});

/** The five meanings, from the widest to the narrowest. */
export const MEANINGS = [
  { semantics: "homomorphism", unit: "mappings" },
  { semantics: "monomorphism", unit: "mappings" },
  { semantics: "monomorphism", unit: "subgraphs" },
  { semantics: "induced", unit: "mappings" },
  { semantics: "induced", unit: "subgraphs" },
];

export function sameMeaning(one, other) {
  return one.semantics === other.semantics && one.unit === other.unit;
}

/** By default, a pattern without arcs ignores the directions of the graph. */
export function ignoresDirections(settings, pattern) {
  return settings.directions === "automatic" ? !hasArcs(pattern) : settings.directions === "ignored";
}

/** The fields that counting and finding have in common. */
export function request({ text, pattern, graph, settings }, meaning = settings) {
  return {
    pattern: text,
    graph: graph.id,
    semantics: meaning.semantics,
    unit: meaning.unit,
    undirected: ignoresDirections(settings, pattern),
    ignore_node_labels: settings.nodeLabels === "ignored",
    ignore_edge_labels: settings.edgeLabels === "ignored",
  };
}

/** The request for a count. */
export function countRequest(asked, meaning, timeLimit = asked.settings.timeLimit) {
  const { method, precision } = asked.settings;
  const [name, model] = method.split(/:(.*)/s);
  return {
    ...request(asked, meaning),
    method: name,
    // A model has no limits.
    ...(name === "learned" ? { model } : { time_limit: timeLimit }),
    ...(precision > 0 && ["auto", "sample"].includes(name) ? { precision } : {}),
  };
}

/** Whether the question is complete. */
export function isWhole({ text, pattern, graph, problem }) {
  return graph !== null && problem === null && text.trim() !== "" && pattern.nodes.length > 0;
}
