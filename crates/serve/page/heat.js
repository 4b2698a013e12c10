// Heat over the drawing of the graph: how many matches of the pattern, or of one motif, each node is in. Never two at once.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { exact } from "./numbers.js";

export class Heat {
  constructor(view) {
    this.view = view;
    this.source = null;
    this.control = new AbortController();
    // The visible part of a large graph changes with every match, and so do the nodes whose counts are needed.
    view.onDrawn = () => this.#ask();
  }

  /** Whether the heat belongs to this button. */
  isOf(button) {
    return this.source?.button === button;
  }

  /**
   * Shows the heat of a source, or removes it if its button is pressed again. `counts(nodes, signal)` returns a count, as text, for
   * each node; `onProblem(text)` is called with the reason if there is none.
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

  /** Removes the heat. */
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
