// Plots over time whose cursor follows the slider, and is moved by pointing.

import { between } from "./between.js";
import { ticks } from "./ticks.js";
import { css, element, quantity, scaled, short } from "./words.js";

const LEFT = 46, GAP = 6, BOTTOM = 18, TOP = 6, RIGHT = 6;  // pixels around what is plotted; long labels have more

const NOTHING = 1e-5;  // of the height of a plot: told as zero

export class Plot {
  // `series`: [name, values, times]; `timeUnit`: of the axis; `seek`: called with the time pointed at.
  constructor(title, unit, series, timeUnit, seek) {
    Object.assign(this, { unit, series, timeUnit, seek });
    this.root = element("div", undefined, { class: "plot" });
    const head = element("h2", `${title} `);
    this.left = LEFT;
    this.measure();
    if (unit) head.append(element("span", this.axisUnit));
    this.keys = element("div", undefined, { class: "keys" });
    this.frame = element("div", undefined, { class: "frame" });
    this.canvas = element("canvas", undefined, { role: "img", "aria-label": `${title} over time` });
    this.cursor = element("div", undefined, { class: "now" });
    this.frame.append(this.canvas, this.cursor);
    this.root.append(head, this.keys, this.frame);
    this.values = series.map(([name], i) => {
      const key = element("span"), chip = element("i"), value = element("b");
      chip.style.background = `var(--line-${i + 1})`;
      key.append(chip, `${name} `, value);
      this.keys.append(key);
      return value;
    });
    const point = (event) => {
      if (event.type !== "pointerdown" && !event.buttons) return;
      const box = this.frame.getBoundingClientRect();
      const share = (event.clientX - box.left - this.left) / (box.width - this.left - RIGHT);
      this.seek(this.from + share * (this.to - this.from));
    };
    this.frame.addEventListener("pointerdown", point);
    this.frame.addEventListener("pointermove", point);
    new ResizeObserver(() => this.draw()).observe(this.frame);
  }

  measure() {
    this.from = Math.min(...this.series.map((one) => one[2][0]));
    this.to = Math.max(...this.series.map((one) => one[2][one[2].length - 1]), this.from + 1e-9);
    this.low = 0;
    this.high = 0;
    for (const [, values] of this.series) {
      for (const value of values) {
        if (value < this.low) this.low = value;
        if (value > this.high) this.high = value;
      }
    }
    if (this.low === this.high) this.high = 1;
    [this.factor, this.axisUnit] = scaled(Math.max(this.high, -this.low), this.unit);
    const room = 0.05 * (this.high - this.low);
    this.high += room;
    if (this.low < 0) this.low -= room;
  }

  x(time) { return this.left + (time - this.from) / (this.to - this.from) * (this.width - this.left - RIGHT); }
  y(value) { return TOP + (this.high - value) / (this.high - this.low) * (this.height - TOP - BOTTOM); }

  draw() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.width = this.frame.clientWidth;
    this.height = this.frame.clientHeight;
    if (!this.width) return;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    this.axes(pen);
    pen.lineJoin = "round";
    pen.lineWidth = 1.6;
    this.series.forEach(([, values, times], i) => {
      pen.strokeStyle = css(`--line-${i + 1}`);
      pen.beginPath();
      this.trace(pen, values, times);
      pen.stroke();
    });
    this.cursor.style.height = `${this.height - TOP - BOTTOM + 6}px`;
    this.show(this.time ?? this.from);
  }

  axes(pen) {
    pen.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    pen.strokeStyle = css("--line");
    pen.fillStyle = css("--soft");
    pen.lineWidth = 1;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    const marks = ticks(this.low / this.factor, this.high / this.factor, 3);
    this.left = Math.max(LEFT, ...marks.map((value) => Math.ceil(pen.measureText(short(value)).width) + GAP + 1));
    for (const value of marks) {
      const y = Math.round(this.y(value * this.factor)) + 0.5;
      pen.beginPath();
      pen.moveTo(this.left, y);
      pen.lineTo(this.width - RIGHT, y);
      pen.stroke();
      pen.fillText(short(value), this.left - GAP, y);
    }
    pen.textBaseline = "alphabetic";
    pen.textAlign = "center";
    const times = ticks(this.from, this.to, 5);
    times.forEach((time, i) => {
      const last = i === times.length - 1 && this.timeUnit;
      const x = this.x(time), text = last ? `${short(time)} ${this.timeUnit}` : short(time);
      const half = pen.measureText(text).width / 2;
      pen.fillText(text, Math.min(Math.max(x, this.left + half - 8), this.width - half), this.height - 4);
    });
  }

  // Of many samples in a column of pixels the first, least, largest and last are drawn.
  trace(pen, values, times) {
    let column = -1, low, high, lowAt, highAt;
    const flush = () => { pen.lineTo(lowAt, low); pen.lineTo(highAt, high); };
    for (let i = 0; i < values.length; i++) {
      const x = this.x(times[i]), y = this.y(values[i]), here = Math.floor(x);
      if (here !== column) {
        if (column >= 0) flush();
        pen[column < 0 ? "moveTo" : "lineTo"](x, y);
        [column, low, high, lowAt, highAt] = [here, y, y, x, x];
      }
      if (y > low) [low, lowAt] = [y, x];
      if (y < high) [high, highAt] = [y, x];
    }
    flush();
  }

  show(time) {
    this.time = time;
    this.cursor.style.transform = `translateX(${this.x(Math.min(Math.max(time, this.from), this.to)) - 0.75}px)`;
    const least = NOTHING * (this.high - this.low);
    this.series.forEach(([, values, times], number) => {
      const [i, j, share] = between(times, time), value = values[i] + share * (values[j] - values[i]);
      this.values[number].textContent = quantity(Math.abs(value) < least ? 0 : value, this.unit);
    });
  }
}
