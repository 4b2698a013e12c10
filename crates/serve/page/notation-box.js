// The pattern as text. The position of a problem is selected on request.

import { byId, html } from "./element.js";
import { prose } from "./prose.js";

export class NotationBox {
  constructor(onType) {
    this.field = byId("notation");
    this.problem = byId("notation-problem");
    this.field.addEventListener("input", () => onType(this.field.value));
  }

  /** Shows a text that was not typed here. */
  show(text) {
    if (this.field.value !== text) {
      this.field.value = text;
    }
  }

  /** Shows what is wrong with the text and where, or that there is no problem. */
  complain(problem) {
    this.field.setAttribute("aria-invalid", String(problem !== null));
    this.problem.hidden = problem === null;
    if (problem === null) {
      this.problem.replaceChildren();
      return;
    }
    const { message, help, start, end } = problem;
    const text = this.field.value;
    const found = Number.isInteger(start) && start < text.length ? text.slice(start, Math.max(end ?? 0, start + 1)) : null;
    this.problem.replaceChildren(
      ...(found === null ? [] : [html("strong", {}, `Character ${start + 1}`), ": "]),
      ...prose(message),
      ...(help ? prose(` – ${help}`) : []),
    );
  }
}
