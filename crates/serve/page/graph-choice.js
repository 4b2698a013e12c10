// The choice of the graph: one of the service, or a file that is opened or dropped anywhere on the page.

import * as api from "./api.js";
import { byId, html } from "./element.js";
import { NO_LABEL } from "./colours.js";
import { quantity } from "./numbers.js";
import { prose } from "./prose.js";

const MOST_LABELS = 12;
const SOURCES = { example: "Examples", folder: "On the service", upload: "Opened here" };

export class GraphChoice {
  constructor(onChoose) {
    this.graphs = [];
    this.chosen = null;
    this.onChoose = onChoose;
    this.select = byId("graph-choice");
    this.select.addEventListener("change", () => this.choose(this.find(this.select.value)));
    byId("graph-file").addEventListener("change", (event) => this.#open(event.target));
    byId("graph-remove").addEventListener("click", () => this.#remove());
    this.#acceptDrops();
  }

  /** Asks the service for its graphs. */
  async load() {
    const { graphs, unread } = await api.graphs();
    this.graphs = graphs;
    this.#fill();
    showUnread(unread);
  }

  /** Chooses a graph by id or by name. */
  find(word) {
    return this.graphs.find((graph) => graph.id === word) ?? this.graphs.find((graph) => graph.name === word) ?? null;
  }

  choose(graph) {
    this.chosen = graph;
    this.select.value = graph?.id ?? "";
    byId("graph-remove").hidden = graph?.source !== "upload";
    byId("graph-facts").textContent = graph ? facts(graph) : "";
    this.complain(null);
    this.onChoose(graph);
  }

  /** Shows why a file was refused. */
  complain(problem, name = "") {
    const notice = byId("graph-problem");
    notice.hidden = problem === null;
    notice.replaceChildren();
    if (problem !== null) {
      notice.append(html("strong", {}, name), name ? " – " : "", ...prose(api.inWords(problem)));
    }
  }

  #fill() {
    const groups = Object.entries(SOURCES).map(([source, title]) => {
      const members = this.graphs.filter((graph) => graph.source === source);
      return members.length === 0 ? null : html(
        "optgroup",
        { label: title },
        ...members.map((graph) => html("option", { value: graph.id }, graph.name)),
      );
    });
    this.select.replaceChildren(...groups.filter((group) => group !== null));
    this.select.value = this.chosen?.id ?? "";
  }

  async #open(input) {
    const [file] = input.files;
    input.value = "";
    if (file) {
      await this.take(file);
    }
  }

  /** Uploads a file to the service and chooses its graph. */
  async take(file) {
    byId("graph-facts").textContent = `Reading ${file.name} …`;
    try {
      const graph = await api.upload(file.name, file);
      await this.load();
      this.choose(this.find(graph.id) ?? graph);
    } catch (problem) {
      byId("graph-facts").textContent = this.chosen ? facts(this.chosen) : "";
      this.complain(problem, file.name);
    }
  }

  async #remove() {
    try {
      await api.remove(this.chosen.id);
      await this.load();
      this.choose(this.graphs[0] ?? null);
    } catch (problem) {
      this.complain(problem);
    }
  }

  #acceptDrops() {
    const overlay = byId("drop");
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    window.addEventListener("dragenter", (event) => {
      overlay.hidden = !hasFiles(event);
    });
    window.addEventListener("dragover", (event) => event.preventDefault());
    overlay.addEventListener("dragleave", () => {
      overlay.hidden = true;
    });
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      overlay.hidden = true;
      const [file] = event.dataTransfer.files;
      if (file) {
        this.take(file);
      }
    });
  }
}

/** Lists the files and graphs that the service could not read, each with the reason. */
function showUnread(unread) {
  byId("graphs-unread").hidden = unread.length === 0;
  byId("graphs-unread-number").textContent = `${unread.length} of the service’s files or graphs could not be read`;
  byId("graphs-unread-list").replaceChildren(...unread.map(({ file, name, reason }) =>
    html("li", {}, html("strong", {}, name === null ? file : `${name} in ${file}`), " – ", ...prose(reason))));
}

/** `34 nodes, 78 edges, no labels` */
function facts({ nodes, arcs, undirected, node_labels: nodeLabels, edge_labels: edgeLabels }) {
  const lines = undirected ? quantity(arcs / 2, "edge") : quantity(arcs, "arc");
  const labels = [
    isLabelled(nodeLabels) ? several(nodeLabels, "node label") : null,
    isLabelled(edgeLabels) ? several(edgeLabels, "edge label") : null,
  ].filter((part) => part !== null);
  return [quantity(nodes, "node"), lines, ...(labels.length > 0 ? labels : ["no labels"])].join(" · ");
}

/** The service lists the most frequent labels only. */
function several(labels, noun) {
  return labels.length < MOST_LABELS ? quantity(labels.length, noun) : `${MOST_LABELS} or more ${noun}s`;
}

export function isLabelled(labels) {
  return labels.length > 1 || (labels.length === 1 && labels[0].label !== NO_LABEL);
}
