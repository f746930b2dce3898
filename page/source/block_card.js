// What is told of the block that was clicked or found by its name.

import { Plot } from "./plots.js";
import { STATES } from "./measures.js";
import { byId, described, element, quantity } from "./words.js";

const LISTED = 4;

export class BlockCard {
  constructor(viewer) {
    this.viewer = viewer;
    this.block = -1;
    this.numbers = new Map(viewer.header.names.map((name, number) => [name, number]));
    const find = byId("find");
    find.addEventListener("input", () => {
      const number = this.numbers.get(find.value.trim());
      if (number !== undefined) viewer.choose(number);
    });
    find.addEventListener("change", () => this.nearest(find.value.trim()));
  }

  // The first block whose name begins so.
  nearest(name) {
    if (!name) return this.viewer.choose(-1);
    const names = this.viewer.header.names;
    const number = this.numbers.get(name) ?? names.findIndex((one) => one.startsWith(name));
    if (number >= 0) return this.viewer.choose(number);
    byId("block-told").replaceChildren(element("p", "There is no block of that name.", { class: "note" }));
  }

  choose(block) {
    this.block = block;
    this.plot?.root.remove();
    this.plot = undefined;
    byId("block-told").replaceChildren();
    if (block < 0) return;
    const { header, poses, times } = this.viewer;
    byId("find").value = header.names[block];
    this.list = element("dl");
    byId("block-told").append(this.list);
    if (times.length > 1 && poses.start[block + 1] - poses.start[block] > 1) this.addHistory(block);
  }

  addHistory(block) {
    const { poses } = this.viewer;
    const frames = poses.frame.subarray(poses.start[block], poses.start[block + 1]);
    const at = Array.from(frames, (frame) => poses.time[frame]);
    const path = at.map((time) => Array.from(poses.at(block, time)));
    const series = ["x", "y", "z"].map((axis, c) => [axis, path.map((pose) => pose[c]), at]);
    this.plot = new Plot("Displacement of the block", "m", series, this.viewer.unit, (time) => this.viewer.seek(time));
    this.plot.from = this.viewer.times[0];
    this.plot.to = this.viewer.times[this.viewer.times.length - 1];
    byId("block-told").append(this.plot.root);
  }

  show(time) {
    if (this.block < 0) return;
    const { arrays, header, poses, measures, forces } = this.viewer;
    const block = this.block, pose = Array.from(poses.at(block, time));
    const turn = 2 * Math.atan2(Math.hypot(pose[3], pose[4], pose[5]), Math.abs(pose[6])) * 180 / Math.PI;
    const facts = [["name", header.names[block]], ["mass", quantity(arrays.mass[block], "kg")]];
    if (header.kind === "run") {
      const fallen = arrays.fallen[block];
      const when = fallen < Infinity ? `${time < fallen ? ", falls at" : " since"} ${quantity(fallen, "s")}` : "";
      facts.push(["state", STATES[measures.state(block, time)][0] + when]);
    } else if (arrays.fixed[block]) facts.push(["state", "fixed"]);
    if (header.kind !== "structure") {
      facts.push(["displaced by", quantity(Math.hypot(...pose.slice(0, 3)), "m")]);
      facts.push(["turned by", quantity(turn, "°").replace(" °", "°")]);
    }
    for (const measure of measures.all.slice(1)) {
      measure.seek(time);
      facts.push([measure.name, quantity(measure.of(block), measure.unit)]);
    }
    const joints = forces ? forces.of(block) : [];
    joints.slice(0, LISTED).forEach(([other, force], i) => {
      facts.push([i ? "" : "forces with", `${header.names[other]}: ${quantity(force, "N")}`]);
    });
    if (joints.length > LISTED) facts.push(["", `and ${joints.length - LISTED} more`]);
    this.list.replaceChildren(...described(facts));
    this.plot?.show(time);
  }
}
