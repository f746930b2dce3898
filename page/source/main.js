// The page of a structure, a run or a result of statics.

import { start } from "./start.js";
import { Viewer } from "./viewer.js";

start("page", (header, arrays) => {
  const viewer = new Viewer(header, arrays);
  return [viewer, () => viewer.themed()];
}).then((viewer) => {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (viewer?.header.play && !calm) viewer.transport.play();
});
