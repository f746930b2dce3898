// How a page begins: unpack the data, show them; `drystonePage` is for tests and for the curious.

import { startTheme } from "./theme.js";
import { unpack } from "./unpack.js";
import { byId, described } from "./words.js";

// `name`: of what is shown; `make`: shows it, returned with what is to be called when light and dark change.
export async function start(name, make) {
  try {
    const { header, arrays } = await unpack(byId("data").textContent);
    byId("data").remove();
    const [shown, themed] = make(header, arrays);
    startTheme(themed);
    window.drystonePage = shown;
    document.documentElement.dataset.ready = "yes";
    return shown;
  } catch (problem) {
    byId("told").hidden = false;
    const reason = `The ${name} cannot be shown: ${problem.message}.`;
    byId("told").textContent = `${reason} A browser of 2023 or later can show it.`;
    console.error(problem);
  }
}

// Title, headline and facts.
export function head(header) {
  byId("title").textContent = header.title;
  byId("headline").textContent = header.headline;
  byId("headline").hidden = !header.headline;
  byId("facts").hidden = !header.facts.length;
  byId("facts").firstElementChild.append(...described(header.facts));
}
