// The same question on the command line and over HTTP, to take along.

import { byId } from "./element.js";
import { countRequest, ignoresDirections } from "./question.js";

export function showElsewhere(asked, record) {
  byId("command").textContent = command(asked);
  byId("request").textContent = JSON.stringify(countRequest(asked), null, 1);
  byId("record").textContent = record ? JSON.stringify(record, null, 1) : "";
}

function command({ text, pattern, graph, settings }) {
  const { semantics, unit, nodeLabels, edgeLabels, method, precision, timeLimit } = settings;
  const parts = ["isocount count", quoted(text), quoted(graph.name)];
  const flags = [
    [semantics !== "monomorphism", `--semantics ${semantics}`],
    [unit !== "mappings", `--unit ${unit}`],
    [ignoresDirections(settings, pattern), "--undirected"],
    [nodeLabels === "ignored", "--ignore-node-labels"],
    [edgeLabels === "ignored", "--ignore-edge-labels"],
    [method !== "auto", `--method ${method.split(":")[0]}`],
    [method.startsWith("learned:"), `--model ${quoted(method.slice(8))}`],
    [precision > 0, `--precision ${precision}`],
    [true, `--time-limit ${timeLimit}s`],
  ];
  return [...parts, ...flags.filter(([isOn]) => isOn).map(([, flag]) => flag)].join(" ");
}

/** For a shell: plain words as they are, anything else in single quotes. */
function quoted(text) {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
