// Asks while the user draws: after a short pause following each change, and never two questions at once. The previous question
// is aborted, which ends its work in the service.

import * as api from "./api.js";
import { countRequest } from "./question.js";

const PAUSE = 140;

export class Asking {
  /** `show` has started, progress, forecast, estimate, answered, failed and cancelled; `beside(asked, signal)` runs in parallel. */
  constructor(show, beside, after) {
    this.show = show;
    this.beside = beside;
    this.after = after;
    this.timer = 0;
    this.control = new AbortController();
  }

  /** Asks this question soon, in place of the previous one. */
  ask(asked) {
    this.stop();
    this.timer = setTimeout(() => this.#run(asked, this.control.signal), PAUSE);
  }

  /** Aborts the current question. */
  stop() {
    clearTimeout(this.timer);
    this.control.abort();
    this.control = new AbortController();
  }

  cancel() {
    this.stop();
    this.show.cancelled();
  }

  async #run(asked, signal) {
    this.show.started(asked);
    this.beside(asked, signal);
    try {
      let isEnded = false;
      for await (const { name, data } of api.counting(countRequest(asked), signal)) {
        if (signal.aborted) {
          return;
        }
        isEnded ||= ["answer", "problem"].includes(name);
        await this.#take(name, data, asked, signal);
      }
      if (!isEnded) {
        throw new Error("The service ended the connection without an answer.");
      }
    } catch (problem) {
      if (!signal.aborted && !api.wasAborted(problem)) {
        this.show.failed(problem, asked);
      }
    }
  }

  async #take(name, data, asked, signal) {
    if (name === "answer") {
      this.show.answered(data, asked);
      await this.after(data, asked, signal);
    } else if (name === "problem") {
      this.show.failed(new api.Refusal(422, data), asked);
    } else {
      this.show[name]?.(data);
    }
  }
}
