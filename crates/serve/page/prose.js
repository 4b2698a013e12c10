// Messages of the service: what stands between backticks is quoted from a file or a pattern.

import { html } from "./element.js";

/** The parts of a message, to be put into an element. */
export function prose(message) {
  return message.split(/`([^`]+)`/).map((part, place) => (place % 2 === 1 ? html("code", {}, part) : part));
}
