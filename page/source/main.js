// The page begins here: unpack the data, show them; `drystonePage` is for tests and for the curious.

import { startTheme } from "./theme.js";
import { unpack } from "./unpack.js";
import { Viewer } from "./viewer.js";
import { byId } from "./words.js";

async function start() {
  const { header, arrays } = await unpack(byId("data").textContent);
  byId("data").remove();
  const viewer = new Viewer(header, arrays);
  startTheme(() => viewer.themed());
  window.drystonePage = viewer;
  document.documentElement.dataset.ready = "yes";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (header.play && !calm) viewer.transport.play();
}

start().catch((problem) => {
  byId("told").hidden = false;
  byId("told").textContent = `The page cannot be shown: ${problem.message}. A browser of 2023 or later can show it.`;
  console.error(problem);
});
