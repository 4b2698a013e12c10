// Light or dark: as the system prefers, until the button is pressed. Runs before the page is painted.

(() => {
  const KEY = "isocount-theme";
  const root = document.documentElement;
  const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = () => (root.dataset.theme ?? (systemIsDark() ? "dark" : "light")) === "dark";

  const stored = localStorage.getItem(KEY);
  if (stored === "dark" || stored === "light") {
    root.dataset.theme = stored;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      localStorage.setItem(KEY, root.dataset.theme);
      show();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    show();
  });
})();
