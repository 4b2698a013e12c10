// The token of a service that other machines can reach. The page asks for it once and keeps it for this tab.

import { byId } from "./element.js";

const KEY = "isocount-token";
let asking = null;

export function token() {
  return sessionStorage.getItem(KEY);
}

/** Opens the dialog, once for all waiting calls. Resolves to true when there is a token other than the refused one. */
export async function askForToken(refused) {
  if (token() !== refused) {
    return true;
  }
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

function ask() {
  const dialog = byId("token-dialog");
  const field = byId("token-field");
  field.value = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const given = dialog.returnValue === "use" && field.value.trim() !== "";
      if (given) {
        sessionStorage.setItem(KEY, field.value.trim());
      }
      resolve(given);
    }, { once: true });
  });
}
