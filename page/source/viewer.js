// The page as a whole: what the data say, on the stage, in the plots and in the cards, at one time.

import { between } from "./between.js";
import { BlockCard } from "./block_card.js";
import { Blocks } from "./blocks.js";
import { Deformed } from "./deformed.js";
import { Forces } from "./forces.js";
import { Measures, PICKED } from "./measures.js";
import { Plot } from "./plots.js";
import { Poses } from "./poses.js";
import { ShowCard } from "./show_card.js";
import { Stage } from "./stage.js";
import { head } from "./start.js";
import { Ties } from "./ties.js";
import { Transport } from "./transport.js";
import { byId, css, parts, quantity } from "./words.js";

const STILL = 6;  // pixels by which a pointer may move in a click

export class Viewer {
  constructor(header, arrays) {
    Object.assign(this, { header, arrays });
    this.times = Array.from(arrays.time);
    this.time = this.times[0];
    this.unit = header.kind === "run" ? "s" : "";
    this.poses = new Poses(arrays);
    this.measures = new Measures(header, arrays, this.poses);
    this.picked = -1;
    this.frames = 0;
    this.told();
    this.setUp();
    this.card = new BlockCard(this);
    this.transport = new Transport(this);
    this.plots = header.plots.map((told, number) => this.plot(told, number));
    byId("plots").append(...this.plots.map((one) => one.root));
    this.themed();
    this.seek(this.time);
  }

  told() {
    const { header, arrays } = this;
    head(header);
    byId("headline").className = header.tone;
    const states = header.kind === "run" ? `, ${this.times.length} states` : "";
    const where = `Places are within ${quantity(header.tolerance, "m")} of the computed ones`;
    const notes = [`${header.names.length} blocks${states}.`, ...(states ? [`${where}.`] : []), ...header.notes];
    byId("foot").textContent = [...notes, "Made by drystone."].join(" ");
    const count = arrays.fixed.length;
    byId("view").setAttribute("aria-label", `${header.title}: ${count} blocks in three dimensions. ${header.headline}`);
  }

  // Stage, blocks and forces; without WebGL the plots and the cards do without.
  setUp() {
    const { header, arrays } = this;
    try {
      this.stage = new Stage(byId("view"), header, () => this.redraw(), () => this.draw());
    } catch (problem) {
      byId("told").hidden = false;
      byId("told").textContent = `This browser draws nothing in three dimensions (WebGL 2): ${problem.message}`;
      byId("show").hidden = byId("views").hidden = true;
      return;
    }
    this.blocks = new Blocks(arrays, this.poses, arrays.bent && new Deformed(header, arrays));
    this.stage.scene.add(this.blocks.faces, this.blocks.edges);
    this.stage.picking.add(this.blocks.pick);
    const reach = Array.from(arrays.reach).filter((_, b) => !arrays.fixed[b]).sort((a, b) => a - b);
    this.blockSize = 1.2 * (reach[reach.length >> 1] || this.stage.size);
    if (header.forces) {
      this.forces = new Forces(header, arrays, this.blocks.shared, this.stage.size, this.poses);
      this.stage.scene.add(this.forces.shownArrows, this.forces.shownRods);
    }
    if (arrays.tieBlocks) {
      this.ties = new Ties(arrays, this.poses, this.stage.size);
      this.stage.scene.add(this.ties.lines);
    }
    this.show = new ShowCard(this);
    for (const button of byId("views").children) {
      button.addEventListener("click", () => this.stage.look(button.dataset.view));
    }
    this.pointing();
  }

  pointing() {
    const canvas = byId("view");
    let down;
    canvas.addEventListener("pointerdown", (event) => {
      down = event.isPrimary ? [event.clientX, event.clientY] : undefined;
    });
    canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > STILL) return;
      const box = canvas.getBoundingClientRect();
      this.choose(this.stage.blockAt(event.clientX - box.left, event.clientY - box.top));
    });
  }

  plot(told, number) {
    const all = this.arrays[`plot${number}`], times = this.arrays[`plotTime${number}`] ?? this.times, n = times.length;
    const series = told.series.map((name, i) => [name, all.subarray(i * n, (i + 1) * n), times]);
    return new Plot(told.title, told.unit, series, this.unit, (time) => { this.transport.pause(); this.seek(time); });
  }

  choose(block) {
    this.picked = block;
    if (block < 0) byId("find").value = "";
    this.card.choose(block);
    this.seek(this.time);
  }

  // Show a time: the one call after which everything agrees with it.
  seek(time) {
    this.time = Math.min(Math.max(time, this.transport.from), this.transport.to);
    this.transport.show(this.time);
    for (const plot of this.plots) plot.show(this.time);
    if (this.stage) this.place();
    this.card.show(this.time);
    this.redraw();
  }

  // Draw displacements larger than they are.
  magnify(factor) {
    this.poses.magnify = this.blocks.shared.magnify.value = factor;
    this.seek(this.time);
  }

  place() {
    const { blocks, forces, show, arrays } = this;
    blocks.seek(this.time);
    this.measures.paint(show.mode, this.time, blocks.tint.image.data);
    if (this.picked >= 0) blocks.tint.image.data.set(PICKED, 4 * this.picked);
    blocks.tint.needsUpdate = true;
    const shift = blocks.shared.shift.value.set(0, 0, 0);
    if (byId("outside").checked) shift.set(...this.moved(arrays.ground));
    this.ties?.seek(this.time, this.row(), shift);
    if (!forces) return;
    forces.seek(this.time);
    const at = forces.time[forces.shown];
    const when = this.header.kind === "run" ? ` at ${quantity(at, "s")}` : "";
    byId("force-note").textContent = `up to ${quantity(forces.largest[forces.shown], "N")}${when}`;
  }

  // The last state up to the present time.
  row() {
    const after = this.times.findIndex((time) => time > this.time);
    return after < 0 ? this.times.length - 1 : Math.max(after - 1, 0);
  }

  // Three components (T, 3) at the present time.
  moved(path) {
    const [i, j, share] = between(this.times, this.time);
    return [0, 1, 2].map((c) => path[3 * i + c] + share * (path[3 * j + c] - path[3 * i + c]));
  }

  // Colours of the canvas and of the plots after a change between light and dark.
  themed() {
    if (this.stage) {
      this.blocks.shared.light.value = Number(css("--light"));
      this.forces?.arrows.ink(parts(css("--force")));
      this.forces?.rods.ink(parts(css("--thrust")));
    }
    for (const plot of [...this.plots, ...(this.card.plot ? [this.card.plot] : [])]) plot.draw();
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((moment) => this.tick(moment));
  }

  tick(moment) {
    this.waiting = false;
    if (this.transport?.playing) this.seek(this.transport.advance(moment));
    this.draw();
    if (this.transport?.playing) this.redraw();
  }

  draw() {
    if (!this.stage || !this.blocks) return;
    const ink = parts(css("--edge"));
    this.blocks.shared.ink.value.set(...ink, 0.85 * this.stage.edgeInk(this.blockSize));
    this.stage.draw();
    this.frames++;
  }
}
