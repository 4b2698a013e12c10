// The label of the selected node or edge, and the other actions on it.

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
    byId("absent").addEventListener("click", () => this.changePresence());
  }

  /** Offers the labels of a graph. */
  offer(nodeLabels, edgeLabels) {
    this.labels = { node: nodeLabels.map(({ label }) => label), edge: edgeLabels.map(({ label }) => label) };
    this.show();
  }

  /** Shows the current selection. */
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
    byId("absent").hidden = !isEdge;
    byId("absent").textContent = item.absent ? "Require it" : "Forbid it";
  }

  focus() {
    if (this.#item()) {
      this.field.focus();
      this.field.select();
    }
  }

  /** Turns an edge into an arc or an arc into an edge; without a selected edge, changes the kind of new lines. */
  changeKind() {
    const item = this.#item();
    if (item?.tail !== undefined) {
      this.editor.changeChosen({ undirected: !item.undirected });
      this.show();
    }
    return item?.tail !== undefined;
  }

  /** Forbids the selected edge, or requires it. */
  changePresence() {
    const item = this.#item();
    if (item?.tail !== undefined) {
      this.editor.changeChosen({ absent: !item.absent });
      this.show();
    }
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
