// The label of the chosen node or edge, and what else can be done to it.

import { byId, html } from "./element.js";
import { find, titleOf } from "./pattern.js";

export class LabelField {
  constructor(editor) {
    this.editor = editor;
    this.field = byId("label-field");
    this.labels = { node: [], edge: [] };
    this.field.addEventListener("input", () => editor.changeChosen({ label: this.field.value.trim() }));
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        editor.focus(editor.chosen);
      }
    });
    byId("selected-form").addEventListener("submit", (event) => event.preventDefault());
    byId("delete").addEventListener("click", () => editor.removeChosen());
    byId("kind").addEventListener("click", () => this.changeKind());
    byId("flip").addEventListener("click", () => this.flip());
  }

  /** The labels of a graph, to choose from. */
  offer(nodeLabels, edgeLabels) {
    this.labels = { node: nodeLabels.map(({ label }) => label), edge: edgeLabels.map(({ label }) => label) };
    this.show();
  }

  /** Shows what is chosen now. */
  show() {
    const item = this.#item();
    byId("selected-none").hidden = item !== undefined;
    byId("selected-form").hidden = item === undefined;
    if (!item) {
      return;
    }
    const isEdge = item.tail !== undefined;
    const title = titleOf(this.editor.pattern, item);
    byId("label-title").textContent = `Label of ${title}`;
    if (document.activeElement !== this.field) {
      this.field.value = item.label;
    }
    byId("label-list").replaceChildren(
      ...["*", ...this.labels[isEdge ? "edge" : "node"]].map((label) => html("option", { value: label })),
    );
    byId("kind").hidden = !isEdge;
    byId("kind").textContent = item.undirected ? "Make it an arc" : "Make it an edge";
    byId("flip").hidden = !isEdge || item.undirected;
  }

  focus() {
    if (this.#item()) {
      this.field.focus();
      this.field.select();
    }
  }

  /** An edge becomes an arc and the other way round; without one, the kind of the lines to come. */
  changeKind() {
    const item = this.#item();
    if (item?.tail !== undefined) {
      this.editor.changeChosen({ undirected: !item.undirected });
      this.show();
    }
    return item?.tail !== undefined;
  }

  flip() {
    const item = this.#item();
    if (item?.tail !== undefined && !item.undirected) {
      this.editor.changeChosen({ tail: item.head, head: item.tail });
      this.show();
    }
  }

  #item() {
    return this.editor.chosen === null ? undefined : find(this.editor.pattern, this.editor.chosen);
  }
}
