// How many matches each node is in, as heat over what is drawn of the graph: of the pattern, or of a motif; never of two at once.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { exact } from "./numbers.js";

export class Heat {
  constructor(view) {
    this.view = view;
    this.source = null;
    this.control = new AbortController();
    // What is drawn of a large graph changes with every match, and so do the nodes whose counts are needed.
    view.onDrawn = () => this.#ask();
  }

  /** Whether the heat is of this button. */
  isOf(button) {
    return this.source?.button === button;
  }

  /**
   * Heat of something else, until it is pressed again. `counts(nodes, signal)` gives a count, as text, for each node; `onProblem(text)` is told
   * why there is none.
   */
  async toggle(button, name, counts, onProblem) {
    const wasOn = this.isOf(button);
    this.cool();
    if (!wasOn) {
      this.source = { button, name, counts, onProblem };
      button.setAttribute("aria-pressed", "true");
      this.view.canvas.scrollIntoView({ block: "nearest" });
      await this.#ask();
    }
  }

  /** No heat. */
  cool() {
    this.control.abort();
    this.source?.button.setAttribute("aria-pressed", "false");
    this.source = null;
    this.view.heat(null);
  }

  async #ask() {
    const { source } = this;
    const nodes = this.view.drawing.nodes.map(({ id }) => id);
    if (source === null || nodes.length === 0) {
      return;
    }
    this.control.abort();
    this.control = new AbortController();
    const { signal } = this.control;
    try {
      const counts = await source.counts(nodes, signal);
      if (this.source === source && !signal.aborted) {
        this.view.heat(new Map(nodes.map((id, rank) => [id, counts[rank]])), source.name);
        const most = counts.reduce((one, other) => (Number(other) > Number(one) ? other : one));
        announce(`nodes are coloured by their count of ${source.name}, at most ${exact(most)}`);
      }
    } catch (problem) {
      if (!signal.aborted && !api.wasAborted(problem)) {
        source.onProblem(api.inWords(problem));
      }
    }
  }
}
