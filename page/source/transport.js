// Playing: the button, the slider, the speed, the keyboard.

import { byId, short } from "./words.js";

const KEYS = { 1: "front", 2: "side", 3: "top", 4: "iso" };

export class Transport {
  constructor(viewer) {
    this.viewer = viewer;
    this.from = viewer.times[0];
    this.to = viewer.times[viewer.times.length - 1];
    this.time = this.from;
    this.playing = false;
    this.way = 1;
    this.swings = viewer.header.kind === "mechanism";
    this.slider = byId("time");
    this.speed = byId("speed");
    if (this.to > this.from) byId("transport").hidden = false;
    this.slider.min = this.from;
    this.slider.max = this.to;
    this.slider.addEventListener("input", () => { this.pause(); viewer.seek(Number(this.slider.value)); });
    byId("play").addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => {  // of a pointer: the keys are the page's again
      if (event.detail) event.target.closest("button, input[type=checkbox]")?.blur();
    });
  }

  toggle() {
    if (this.playing) this.pause(); else this.play();
  }

  play() {
    if (!(this.to > this.from)) return;
    if (!this.swings && this.time >= this.to) this.viewer.seek(this.from);
    this.playing = true;
    this.last = undefined;
    this.told();
    this.viewer.redraw();
  }

  pause() {
    this.playing = false;
    this.told();
  }

  told() {
    const button = byId("play");
    button.classList.toggle("playing", this.playing);
    button.setAttribute("aria-label", this.playing ? "Pause" : "Play");
  }

  // The time at a moment (ms) of the browser's clock while it plays.
  advance(moment) {
    const passed = this.last === undefined ? 0 : Math.min((moment - this.last) / 1000, 0.25);
    this.last = moment;
    const time = this.time + this.way * passed * Number(this.speed.value);
    if (time > this.from && time < this.to) return time;
    if (this.swings) this.way = time >= this.to ? -1 : 1;
    else if (time >= this.to) this.pause();
    return Math.min(Math.max(time, this.from), this.to);
  }

  show(time) {
    this.time = time;
    this.slider.value = time;
    const unit = this.viewer.unit;
    const digits = this.to - this.from < 2 ? 3 : 2;
    const text = unit ? `${time.toFixed(digits)} / ${short(this.to)} ${unit}` : `${Math.round(100 * time)} %`;
    byId("clock").textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
  }

  // One recorded state forward or back.
  step(way) {
    this.pause();
    const times = this.viewer.times, slack = 1e-9 * (this.to - this.from);
    const after = (time) => time > this.time + slack, before = (time) => time < this.time - slack;
    const next = way > 0 ? times.find(after) : times.findLast(before);
    if (next !== undefined) this.viewer.seek(next);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target === this.slider ? "" : event.target.tagName;
    if (on === "SELECT" || (on === "INPUT" && event.target.type !== "checkbox")) return;
    if (event.key === " " && on !== "BUTTON" && on !== "INPUT") this.toggle();
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === "Home") { this.pause(); this.viewer.seek(this.from); }
    else if (event.key === "End") { this.pause(); this.viewer.seek(this.to); }
    else if (event.key === "Escape") this.viewer.choose(-1);
    else if (KEYS[event.key]) this.viewer.stage?.look(KEYS[event.key]);
    else return;
    event.preventDefault();
  }
}
