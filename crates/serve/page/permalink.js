// The question in the fragment of the address, which never leaves the browser:
//
//     #pattern=a-b-c-a&graph=karate&meaning=monomorphism-subgraphs&directions=ignored
//
// A graph that comes with the service is named, any other is given by its id, which is a hash of its content. Settings that
// have their defaults are left out.

import { DEFAULTS } from "./question.js";

const WORDS = {
  method: "method",
  timeLimit: "seconds",
  precision: "precision",
};

/** The fragment for a question, without `#`. */
export function fragment({ text, graph, settings }) {
  const parts = new URLSearchParams();
  parts.set("pattern", text);
  if (graph) {
    parts.set("graph", graph.source === "example" ? graph.name : graph.id);
  }
  parts.set("meaning", `${settings.semantics}-${settings.unit}`);
  if (settings.directions !== "automatic") {
    parts.set("directions", settings.directions);
  }
  const ignored = ["node", "edge"].filter((kind) => settings[`${kind}Labels`] === "ignored");
  if (ignored.length > 0) {
    parts.set("ignored-labels", ignored.join("-"));
  }
  for (const [key, word] of Object.entries(WORDS)) {
    if (settings[key] !== DEFAULTS[key]) {
      parts.set(word, settings[key]);
    }
  }
  return parts.toString();
}

/** The question of a fragment; null if there is none. Settings that cannot be understood get their defaults. */
export function question(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (!parts.has("pattern")) {
    return null;
  }
  const [semantics, unit] = (parts.get("meaning") ?? "").split("-");
  const isMeaning = ["monomorphism", "induced"].includes(semantics)
    ? ["mappings", "subgraphs"].includes(unit)
    : semantics === "homomorphism" && unit === "mappings";
  const ignored = (parts.get("ignored-labels") ?? "").split("-");
  const directions = parts.get("directions");
  const number = (word, otherwise) => {
    const value = Number(parts.get(word));
    return parts.has(word) && Number.isFinite(value) && value > 0 ? value : otherwise;
  };
  return {
    text: parts.get("pattern"),
    graph: parts.get("graph"),
    settings: {
      ...DEFAULTS,
      ...(isMeaning ? { semantics, unit } : {}),
      directions: ["ignored", "kept"].includes(directions) ? directions : DEFAULTS.directions,
      nodeLabels: ignored.includes("node") ? "ignored" : "kept",
      edgeLabels: ignored.includes("edge") ? "ignored" : "kept",
      method: parts.get("method") ?? DEFAULTS.method,
      timeLimit: number("seconds", DEFAULTS.timeLimit),
      precision: number("precision", DEFAULTS.precision),
    },
  };
}
