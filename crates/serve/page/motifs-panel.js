// The census of the graph: every motif as a picture and a bar, and its occurrences as heat over the graph.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { byId, html, svg } from "./element.js";
import { histogram } from "./histogram.js";
import { exact, rounded } from "./numbers.js";
import { smallPicture } from "./small-picture.js";

/** A motif with a p-value of at most this is called surprising. */
const SURPRISING = 0.05;
const TIME_LIMIT = 60;
/** Random subgraphs of each size. */
const DRAWS = 200_000;

export class MotifsPanel {
  /** Calls `onChoose(text)` with the pattern of a motif that is to be counted. */
  constructor(heat, onChoose) {
    this.heat = heat;
    this.onChoose = onChoose;
    this.graph = null;
    this.control = new AbortController();
    this.census = null;
    /** Whether directions matter; the service decides until the user does. */
    this.directed = null;
    byId("motifs").addEventListener("toggle", () => this.#refresh());
    for (const id of ["motifs-size", "motifs-method", "motifs-samples", "motifs-labels"]) {
      byId(id).addEventListener("change", () => this.#forget());
    }
    byId("motifs-directed").addEventListener("change", (event) => {
      this.directed = event.target.checked;
      this.#forget();
    });
  }

  /** Takes another graph. */
  show(graph) {
    this.graph = graph;
    this.directed = null;
    this.#forget();
  }

  #forget() {
    this.control.abort();
    this.census = null;
    byId("motifs-samples").disabled = this.#isSampled();
    this.heat.cool();
    this.#refresh();
  }

  async #refresh() {
    if (!byId("motifs").open || this.graph === null || this.census !== null) {
      return;
    }
    this.control = new AbortController();
    const { signal } = this.control;
    this.#say("Counting …");
    byId("motifs-list").replaceChildren();
    try {
      const census = await api.motifs(this.#question(), signal);
      this.census = census;
      byId("motifs-directed").checked = census.directed;
      this.#list(census);
    } catch (problem) {
      if (!signal.aborted && !api.wasAborted(problem)) {
        this.#say(api.inWords(problem));
      }
    }
  }

  #isSampled() {
    return byId("motifs-method").value === "sample";
  }

  #question() {
    const [least, most] = byId("motifs-size").value.split("..").map(Number);
    return {
      graph: this.graph.id,
      least,
      most,
      ...(this.directed === null ? {} : { directed: this.directed }),
      labels: byId("motifs-labels").checked,
      method: byId("motifs-method").value,
      ...(this.#isSampled() ? { draws: DRAWS } : { samples: Number(byId("motifs-samples").value) }),
      time_limit: TIME_LIMIT,
    };
  }

  #list(census) {
    const occurring = census.motifs.filter(({ count, null: compared }) => count !== "0" || compared?.mean > 0);
    byId("motifs-list").replaceChildren(...occurring.map((motif) => this.#row(motif)));
    const missing = census.num_motifs - occurring.length;
    const parts = [
      occurring.length === 0 ? "No motif was found." : "Induced subgraphs; the bar is the share among motifs of the same size.",
      missing > 0 ? this.#missing(census, missing) : "",
      census.loops > 0 ? `${census.loops} loops were left out.` : "",
      this.#isSampled() ? "Estimated from random subgraphs; the tooltip has the interval." : "",
      census.samples > 0
        ? `z compares with ${census.samples} randomised graphs that have the same degrees; coloured where the adjusted p-value is at most ${SURPRISING}.`
        : "",
    ];
    this.#say(parts.filter((part) => part !== "").join(" "));
    announce(`${occurring.length} motifs`);
  }

  /** Describes what is not in the list. A motif that was never drawn may occur all the same. */
  #missing({ motifs }, number) {
    if (!this.#isSampled()) {
      return `${number} more do not occur or are rare.`;
    }
    const most = Math.max(0, ...motifs.filter(({ count }) => count === "0").map(({ high }) => high));
    return `${number} more were not drawn or are rare${most > 0 ? `; each one that was not drawn occurs at most ${rounded(String(most))} times` : ""}.`;
  }

  #row(motif) {
    const name = motif.name ?? motif.pattern;
    const button = html("button", {
      type: "button", class: "quiet motif", "aria-pressed": "false", title: `${motif.pattern}\nShow which nodes take part`,
    }, picture(motif), html("span", { class: "name" }, name));
    const counts = (nodes, signal) => this.#counts(motif, nodes, signal);
    button.addEventListener("click", () => this.heat.toggle(button, name, counts, (text) => this.#say(text)));
    const draw = html("button", { type: "button", class: "quiet small", "aria-label": `Use ${name} as the pattern` }, "Use");
    draw.addEventListener("click", () => this.onChoose(motif.pattern));
    return html(
      "li",
      { class: surprise(motif.null) },
      button,
      html("span", { class: "bar-track", "aria-hidden": "true" }, bar(motif.share)),
      html("span", { class: "motif-count", title: interval(motif) }, motif.low === null ? exact(motif.count) : `≈ ${rounded(motif.count)}`),
      motif.null ? html("span", { class: "null" }, histogram(motif.null.counts, Number(motif.count)), html("span", { class: "z" }, zText(motif.null))) : null,
      draw,
    );
  }

  /** The number of occurrences of a motif that contain each of these nodes. */
  async #counts({ size, pattern }, nodes, signal) {
    const { draws, ...question } = this.#question();
    const { directed } = this.census;
    const census = await api.motifs({ ...question, directed, method: "exact", least: size, most: size, samples: 0, nodes }, signal);
    return census.motifs.find((motif) => motif.pattern === pattern).node_counts;
  }

  #say(text) {
    byId("motifs-note").textContent = text;
  }
}

function bar(share) {
  return svg("svg", { preserveAspectRatio: "none", viewBox: "0 0 1 1" }, svg("rect", { width: share, height: 1 }));
}

/** All digits, or the interval of an estimate. */
function interval({ count, low, high }) {
  return low === null ? count : `95 %: ${rounded(String(low))} to ${rounded(String(high))}`;
}

function surprise(compared) {
  if (!compared || compared.q > SURPRISING || compared.z === null) {
    return null;
  }
  return compared.z > 0 ? "more" : "less";
}

function zText({ z }) {
  return z === null ? "z –" : `z ${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(1)}`;
}

function picture({ size, edges }) {
  return smallPicture(new Array(size).fill(""), edges, { width: 40, height: 36, longest: 20 });
}
