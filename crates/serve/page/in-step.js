// Keeps the drawing and its text in sync: a drawing is printed, a text is parsed, and both can be undone.

import * as api from "./api.js";
import { History } from "./history.js";
import { EMPTY, fromParts, toParts } from "./pattern.js";

const PAUSE = 90;

export class InStep {
  /** Calls `show({ pattern, text, problem })` with every state; `text` is null while a drawing has not been printed yet. */
  constructor(show) {
    this.show = show;
    this.state = { pattern: EMPTY, text: "", problem: null };
    this.history = new History(this.state);
    /** The last known text. */
    this.text = "";
    this.timer = 0;
    this.control = new AbortController();
  }

  /** Takes a changed drawing. `kind` merges steps that are one for the user, such as the letters of a label. */
  drawn(pattern, kind = null) {
    this.#enter({ pattern, text: null, problem: null }, kind);
    this.#later(() => this.#print(pattern), 0);
  }

  /** Takes a changed text. */
  typed(text) {
    this.#later(() => this.#parse(text, "typing"), PAUSE);
  }

  /** Takes a new text at once, for example from the gallery or a link. */
  load(text) {
    return this.#later(() => this.#parse(text, null), 0);
  }

  undo() {
    this.#restore(this.history.undo());
  }

  redo() {
    this.#restore(this.history.redo());
  }

  #restore(state) {
    if (state !== null) {
      this.#later(() => {}, 0);
      this.state = state;
      this.show(state);
      if (state.text === null) {
        this.#later(() => this.#print(state.pattern), 0);
      }
    }
  }

  #enter(state, kind) {
    this.state = state;
    this.history.push(state, kind);
    this.show(state);
  }

  async #print(pattern) {
    if (pattern.nodes.length === 0) {
      this.#amend({ pattern, text: "", problem: null });
      return;
    }
    const { text, problem } = await api.print(toParts(pattern), this.control.signal);
    // A label that cannot be read leaves the text unchanged.
    this.#amend(problem ? { pattern, text: this.text, problem } : { pattern, text, problem: null });
  }

  async #parse(text, kind) {
    const parsed = await api.parse(text, this.control.signal);
    const problem = parsed.problem ?? null;
    const pattern = problem === null ? fromParts(parsed, this.state.pattern) : this.state.pattern;
    this.#enter({ pattern, text, problem }, kind);
    this.text = text;
  }

  #amend(state) {
    this.state = state;
    this.text = state.text;
    this.history.amend(state);
    this.show(state);
  }

  /** Runs this in place of the pending run; its result is dropped if another one follows. */
  #later(work, pause) {
    clearTimeout(this.timer);
    this.control.abort();
    this.control = new AbortController();
    return new Promise((resolve) => {
      this.timer = setTimeout(async () => {
        try {
          await work();
        } catch (problem) {
          if (!api.wasAborted(problem)) {
            const { pattern, text } = this.state;
            this.show({ pattern, text, problem: { message: api.inWords(problem) } });
          }
        }
        resolve();
      }, pause);
    });
  }
}
