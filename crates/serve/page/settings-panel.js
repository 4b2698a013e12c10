// The settings: what is ignored, and how to count.

import { byId, html } from "./element.js";
import { ignoresDirections } from "./question.js";

const METHODS = [
  ["auto", "auto"],
  ["exact", "exact"],
  ["sample", "sample"],
  ["vf2", "VF2"],
];
const TIME_LIMITS = [[1, "1 s"], [3, "3 s"], [10, "10 s"], [30, "30 s"], [60, "60 s"]];
const PRECISIONS = [[0, "any"], [0.1, "± 10 %"], [0.05, "± 5 %"], [0.01, "± 1 %"]];

export class SettingsPanel {
  /** Calls `onChange(settings)` with the changed settings only. */
  constructor(onChange) {
    this.#box("ignore-directions", (isOn) => onChange({ directions: isOn ? "ignored" : "kept" }));
    this.#box("ignore-node-labels", (isOn) => onChange({ nodeLabels: isOn ? "ignored" : "kept" }));
    this.#box("ignore-edge-labels", (isOn) => onChange({ edgeLabels: isOn ? "ignored" : "kept" }));
    this.#list("method", METHODS, (value) => onChange({ method: value }));
    this.#list("time-limit", TIME_LIMITS, (value) => onChange({ timeLimit: Number(value) }));
    this.#list("precision", PRECISIONS, (value) => onChange({ precision: Number(value) }));
  }

  /** Offers the trained models of the service as further methods. */
  offerModels(models) {
    byId("method").append(...models.map((name) => option(`learned:${name}`, `learned: ${name}`)));
  }

  show(settings, pattern) {
    byId("ignore-directions").checked = ignoresDirections(settings, pattern);
    byId("ignore-node-labels").checked = settings.nodeLabels === "ignored";
    byId("ignore-edge-labels").checked = settings.edgeLabels === "ignored";
    for (const [id, value] of [["method", settings.method], ["time-limit", settings.timeLimit], ["precision", settings.precision]]) {
      const list = byId(id);
      // A permalink may contain a value that is not in the list.
      if (![...list.options].some((it) => it.value === String(value))) {
        list.append(option(value, id === "time-limit" ? `${value} s` : id === "precision" ? `± ${value * 100} %` : value));
      }
      list.value = String(value);
    }
    byId("precision").disabled = !["auto", "sample"].includes(settings.method);
  }

  #box(id, onChange) {
    byId(id).addEventListener("change", (event) => onChange(event.target.checked));
  }

  #list(id, values, onChange) {
    const list = byId(id);
    list.replaceChildren(...values.map(([value, text]) => option(value, text)));
    list.addEventListener("change", () => onChange(list.value));
  }
}

function option(value, text) {
  return html("option", { value: String(value) }, String(text));
}
