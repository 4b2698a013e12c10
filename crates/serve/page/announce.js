// Announces a text to screen readers, once it has settled.

import { byId } from "./element.js";

const SETTLED = 500;
let timer = 0;

export function announce(text) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    byId("spoken").textContent = text;
  }, SETTLED);
}
