// A chart of points and lines: axes, a legend, and what is told of the point that was clicked.

import { head, start } from "./start.js";
import { ticks } from "./ticks.js";
import { byId, css, described, element, short } from "./words.js";

const LEFT = 62, BOTTOM = 50, TOP = 18, RIGHT = 20;  // pixels around what is plotted
const NEAR = 14;  // pixels within which a point is clicked
const ROOM = 6;   // pixels of a dot that may reach beyond what is plotted

class Chart {
  constructor(header, arrays) {
    this.header = header;
    const columns = (name) => {
      const all = arrays[name], n = header.arrays[name].shape[1];
      return Array.from({ length: all.length / n }, (_, c) => all.subarray(c * n, (c + 1) * n));
    };
    this.points = header.points.map((told, i) => ({ ...told, columns: columns(`points${i}`) }));
    this.lines = header.lines.map((told, i) => ({ ...told, columns: columns(`line${i}`) }));
    this.ranges = header.axes.map((axis, c) => axis.range ?? this.range(c));
    this.all = this.points.flatMap((one, group) => Array.from(one.columns[0], (_, i) => [group, i]));
    this.chosen = -1;
    this.canvas = byId("chart");
    this.told();
    this.canvas.addEventListener("click", (event) => this.click(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas.parentElement);
    this.draw();
  }

  range(c) {
    let low = Infinity, high = -Infinity;
    for (const { columns } of [...this.points, ...this.lines]) {
      for (const value of columns[c]) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    if (!(high > low)) [low, high] = [low - 1, low + 1];
    const room = 0.03 * (high - low);
    return [low - room, high + room];
  }

  told() {
    const { header } = this;
    head(header);
    const key = (one, kind) => {
      const line = element("span"), chip = element("i", undefined, { class: kind });
      chip.style.color = `var(--line-${one.colour})`;
      line.append(chip, one.name);
      return line;
    };
    byId("keys").append(
      ...this.points.map((one) => key(one, one.hollow ? "point" : "point full")),
      ...this.lines.map((one) => key(one, one.dashed ? "dashed" : "solid")),
    );
    const axes = header.axes.map((axis) => axis.label).join(" and ");
    this.canvas.setAttribute("aria-label", `${header.title}: a chart of ${axes}, ${this.all.length} points`);
  }

  x(value) { return LEFT + (value - this.ranges[0][0]) / (this.ranges[0][1] - this.ranges[0][0]) * this.width; }
  y(value) { return TOP + (this.ranges[1][1] - value) / (this.ranges[1][1] - this.ranges[1][0]) * this.height; }

  draw() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    this.width = clientWidth - LEFT - RIGHT;
    this.height = clientHeight - TOP - BOTTOM;
    if (this.width < 1 || this.height < 1) return;
    const pen = this.pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
    this.axes(pen);
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, TOP - ROOM, this.width + ROOM, this.height + 2 * ROOM);
    pen.clip();
    for (const line of this.lines) this.line(pen, line);
    this.points.forEach((one) => this.dots(pen, one));
    pen.restore();
    if (this.chosen >= 0) this.ring(pen);
  }

  axes(pen) {
    const names = this.header.axes.map(({ label, unit }) => (unit === "1" ? label : `${label} (${unit})`));
    pen.strokeStyle = css("--line");
    pen.fillStyle = css("--soft");
    pen.lineWidth = 1;
    pen.textAlign = "center";
    for (const value of ticks(...this.ranges[0], Math.max(3, this.width / 110))) {
      this.rule(pen, Math.round(this.x(value)) + 0.5, TOP, Math.round(this.x(value)) + 0.5, TOP + this.height);
      pen.fillText(short(value), this.x(value), TOP + this.height + 19);
    }
    pen.fillText(names[0], LEFT + this.width / 2, TOP + this.height + 41);
    pen.textAlign = "right";
    for (const value of ticks(...this.ranges[1], Math.max(3, this.height / 80))) {
      this.rule(pen, LEFT, Math.round(this.y(value)) + 0.5, LEFT + this.width, Math.round(this.y(value)) + 0.5);
      pen.fillText(short(value), LEFT - 8, this.y(value) + 4);
    }
    pen.save();
    pen.translate(16, TOP + this.height / 2);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "center";
    pen.fillText(names[1], 0, 0);
    pen.restore();
  }

  rule(pen, ...ends) {
    pen.beginPath();
    pen.moveTo(ends[0], ends[1]);
    pen.lineTo(ends[2], ends[3]);
    pen.stroke();
  }

  line(pen, { columns, colour, dashed }) {
    const [xs, ys, low, high] = columns;
    if (low) {
      pen.globalAlpha = 0.16;
      pen.fillStyle = css(`--line-${colour}`);
      pen.beginPath();
      xs.forEach((x, i) => pen.lineTo(this.x(x), this.y(low[i])));
      for (let i = xs.length - 1; i >= 0; i--) pen.lineTo(this.x(xs[i]), this.y(high[i]));
      pen.fill();
      pen.globalAlpha = 1;
    }
    pen.strokeStyle = css(`--line-${colour}`);
    pen.lineWidth = 2;
    pen.setLineDash(dashed ? [7, 5] : []);
    pen.beginPath();
    xs.forEach((x, i) => pen.lineTo(this.x(x), this.y(ys[i])));
    pen.stroke();
    pen.setLineDash([]);
  }

  dots(pen, { columns: [xs, ys], colour, hollow, size }) {
    pen.fillStyle = pen.strokeStyle = css(`--line-${colour}`);
    pen.lineWidth = 1.3;
    xs.forEach((x, i) => {
      pen.beginPath();
      pen.arc(this.x(x), this.y(ys[i]), hollow ? size - 0.6 : size, 0, 2 * Math.PI);
      pen[hollow ? "stroke" : "fill"]();
    });
  }

  place(number) {
    const [group, i] = this.all[number], [xs, ys] = this.points[group].columns;
    return [this.x(xs[i]), this.y(ys[i])];
  }

  // All points at the place of one, itself first.
  at(number) {
    const [x, y] = this.place(number);
    const others = this.all.filter((_, other) => other !== number && Math.hypot(
      this.place(other)[0] - x, this.place(other)[1] - y,
    ) < 0.5);
    return [this.all[number], ...others];
  }

  ring(pen) {
    pen.strokeStyle = css("--text");
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(...this.place(this.chosen), ROOM + 3, 0, 2 * Math.PI);
    pen.stroke();
  }

  click(event) {
    const box = this.canvas.getBoundingClientRect();
    let best = -1, least = NEAR;
    this.all.forEach((_, number) => {
      const [x, y] = this.place(number);
      const away = Math.hypot(event.clientX - box.left - x, event.clientY - box.top - y);
      if (away < least) [best, least] = [number, away];
    });
    this.choose(best);
  }

  key(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way || !this.all.length) return;
    this.choose((this.chosen + way + this.all.length) % this.all.length);
    event.preventDefault();
  }

  choose(number) {
    this.chosen = number;
    const target = byId("point");
    if (number < 0) target.replaceChildren(element("p", "Click a point to see its values.", { class: "note" }));
    else {
      const list = element("dl");
      for (const [group, i] of this.at(number)) {
        const rows = [["", this.points[group].name], ...this.points[group].told[i]];
        list.append(...described(rows));
        const page = this.points[group].pages[i];
        if (page) {
          const link = element("dd");
          link.append(element("a", "Open this run", { href: page, target: "_blank", rel: "noopener" }));
          list.append(element("dt"), link);
        }
      }
      target.replaceChildren(list);
    }
    this.draw();
  }
}

start("chart", (header, arrays) => {
  const chart = new Chart(header, arrays);
  return [chart, () => chart.draw()];
});
