// What is shown, and how: colours with their legend, forces, section, edges, the ground's motion.

import { STATES, ramp } from "./measures.js";
import { KINDS } from "./ties.js";
import { byId, element, quantity } from "./words.js";

const AXES = { x: 0, y: 1, z: 2 };

export class ShowCard {
  constructor(viewer) {
    this.viewer = viewer;
    this.mode = "stone";
    const colour = byId("colour");
    for (const measure of viewer.measures.all) colour.append(element("option", measure.name, { value: measure.name }));
    if (viewer.header.kind === "run") colour.append(element("option", "state", { value: "state" }));
    colour.parentElement.hidden = colour.options.length < 2;
    colour.addEventListener("change", () => this.colourBy(colour.value));
    byId("edges").addEventListener("change", (event) => this.set(viewer.blocks.edges, event.target.checked));
    for (const id of ["section", "section-at", "section-flip"]) {
      byId(id).addEventListener("input", () => this.cut());
    }
    this.forceRows();
    if (viewer.ties) this.tieRow();
    if (viewer.blocks.deformed) this.magnifyRow();
    const moves = viewer.arrays.ground.some((value) => Math.abs(value) > 1e-9);
    byId("outside-row").hidden = !moves;
    byId("outside").addEventListener("change", () => viewer.seek(viewer.time));
  }

  set(thing, visible) {
    thing.visible = visible;
    this.viewer.redraw();
  }

  // By what displacements are drawn larger: at first as one sees them well.
  magnifyRow() {
    const { viewer } = this, first = viewer.header.magnify, choice = byId("magnify");
    byId("magnify-row").hidden = false;
    const factors = [1, ...[0.1, 0.2, 0.5, 1, 2, 5, 10].map((part) => Number((part * first).toPrecision(3)))];
    for (const factor of new Set(factors.filter((one) => one >= 1))) {
      choice.append(element("option", `${factor.toLocaleString("en")}×`, { value: factor }));
    }
    choice.value = first;
    choice.addEventListener("change", () => viewer.magnify(Number(choice.value)));
    viewer.poses.magnify = viewer.blocks.shared.magnify.value = first;
  }

  // Their legend, and whether they are shown.
  tieRow() {
    const { ties } = this.viewer;
    byId("tie-row").hidden = false;
    byId("ties").addEventListener("change", (event) => this.set(ties.lines, event.target.checked));
    for (const [name, colour] of [KINDS[1], KINDS[2], KINDS[0]]) {
      const one = element("span"), line = element("i", undefined, { class: name });
      line.style.borderTopColor = colour;
      one.append(line, name);
      byId("tie-kinds").append(one);
    }
  }

  forceRows() {
    const { forces, header } = this.viewer;
    if (!forces) return;
    byId("force-row").hidden = false;
    byId("thrust-row").hidden = !forces.hasLines;
    const box = byId("forces");
    box.checked = forces.hasLines || header.kind !== "run";
    const apply = () => {
      this.set(forces.shownArrows, box.checked);
      byId("force-scale").disabled = !box.checked;
      this.viewer.seek(this.viewer.time);
    };
    box.addEventListener("change", apply);
    byId("thrust").addEventListener("change", (event) => {
      this.set(forces.shownRods, event.target.checked);
      this.viewer.seek(this.viewer.time);
    });
    byId("force-scale").addEventListener("input", (event) => {
      forces.stretch(Number(event.target.value));
      this.viewer.redraw();
    });
    forces.shownArrows.visible = box.checked;
  }

  colourBy(mode) {
    this.mode = mode;
    const legend = byId("legend"), measure = this.viewer.measures.all.find((one) => one.name === mode);
    legend.hidden = mode === "stone";
    legend.replaceChildren();
    if (measure) {
      const bar = element("canvas", undefined, { width: "128", height: "1", "aria-hidden": "true" });
      const pen = bar.getContext("2d");
      for (let x = 0; x < 128; x++) {
        pen.fillStyle = `rgb(${ramp(x / 127).map(Math.round).join()})`;
        pen.fillRect(x, 0, 1, 1);
      }
      const ends = element("div", undefined, { class: "ends" });
      ends.append(element("span", "0"), element("span", quantity(measure.top, measure.unit)));
      legend.append(bar, ends);
    } else if (mode === "state") {
      const swatches = element("div", undefined, { class: "swatches" });
      for (const [name, colour] of STATES) {
        const one = element("span"), chip = element("i");
        chip.style.background = `rgb(${colour.join()})`;
        one.append(chip, name);
        swatches.append(one);
      }
      legend.append(swatches);
    }
    this.viewer.seek(this.viewer.time);
  }

  // The side of a plane on which blocks are drawn: dot(section.xyz, place) <= section.w.
  cut() {
    const { blocks, stage } = this.viewer;
    const axis = AXES[byId("section").value], on = axis !== undefined;
    byId("section-at").disabled = byId("section-flip").disabled = !on;
    const section = blocks.shared.section.value.set(0, 0, 0, 1);
    if (on) {
      const way = (byId("section-flip").checked ? -1 : 1) * (axis === 1 ? -1 : 1);  // y from the front at first
      const low = stage.low.getComponent(axis), high = stage.high.getComponent(axis);
      section.setComponent(axis, way);
      section.w = way * (low + Number(byId("section-at").value) * (high - low));
    }
    this.viewer.redraw();
  }
}
