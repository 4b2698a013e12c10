// The token of a service that listens beyond this machine. It is asked for once and kept for this tab.

import { byId } from "./element.js";

const KEY = "isocount-token";
let asking = null;

export function token() {
  return sessionStorage.getItem(KEY);
}

/** Opens the dialog, once for all calls that wait. True when there is a token other than the refused one. */
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
