// Light and dark: what the system says, until the button is pressed.

import { byId } from "./words.js";

export function startTheme(changed) {
  const root = document.documentElement, system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  byId("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    changed();
  });
  system.addEventListener("change", changed);
}
