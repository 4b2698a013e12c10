// Messages of the service: text between backticks is quoted from a file or a pattern.

import { html } from "./element.js";

/** The parts of a message, ready to be put into an element. */
export function prose(message) {
  return message.split(/`([^`]+)`/).map((part, place) => (place % 2 === 1 ? html("code", {}, part) : part));
}
