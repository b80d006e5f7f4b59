// Plots over the frames. Lines are drawn once; the mark of the shown frame moves over them. Clicking or dragging goes to a frame.
import { short } from "./data.js";

const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3]];
const room = { left: 38, right: 6, top: 6, bottom: 15 };

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function sample(i) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  svg.setAttribute("viewBox", "0 0 24 10");
  for (const [key, value] of Object.entries({ x1: 0, x2: 24, y1: 5, y2: 5, stroke: `var(--line${i})`, "stroke-width": 2.5, "stroke-dasharray": dashes[i].join(" ") }))
    line.setAttribute(key, value);
  svg.append(line);
  return svg;
}

/** Steps of 1, 2 or 5 times a power of ten, about `count` of them. */
export function tickStep(top, count) {
  const rough = top / count;
  const decade = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].find((factor) => factor * decade >= rough) * decade;
}

class Plot {
  constructor(report, plot, state) {
    this.state = state;
    this.plot = plot;
    this.lines = plot.lines.slice(0, dashes.length).map((line) => ({ ...line, values: report.array(line.values) }));
    this.canvas = element("canvas");
    this.mark = element("b");
    this.area = element("div", { className: "plot-area" }, this.canvas, this.mark);
    this.readings = this.lines.map((line, i) => {
      const reading = element("span", { className: "reading" });
      return { reading, item: element("span", {}, sample(i), `${line.label} `, reading) };
    });
    this.area.setAttribute("role", "img");
    this.area.setAttribute("aria-label", this.#description());
    this.node = element("div", { className: "plot", id: `plot-${plot.id}` },
      element("div", { className: "plot-head" }, element("h3", { textContent: plot.title }), element("span", { className: "unit", textContent: plot.unit })),
      element("div", { className: "legend" }, ...this.readings.map(({ item }) => item)), this.area);
    this.#listen();
  }

  #description() {
    const [first] = this.lines;
    const worst = first.values.reduce((best, value, i) => (value > first.values[best] ? i : best), 0);
    return `${this.plot.title}: at most ${short(first.values[worst] ?? 0)} ${this.plot.unit} in frame ${worst + first.first}`;
  }

  #listen() {
    const go = (event) => {
      const box = this.area.getBoundingClientRect();
      const share = (event.clientX - box.left - room.left) / (box.width - room.left - room.right);
      this.state.seek(share * (this.state.frames - 1));
    };
    this.area.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.area.setPointerCapture(event.pointerId);
      this.state.set({ playing: false });
      go(event);
    });
    this.area.addEventListener("pointermove", (event) => event.buttons & 1 && go(event));
  }

  #x(frame) {
    return room.left + (frame / Math.max(1, this.state.frames - 1)) * (this.width - room.left - room.right);
  }

  /** As high as the values; the level is shown where it is not far above them. */
  #top() {
    let most = this.plot.least_top;
    for (const { values } of this.lines) for (const value of values) most = Math.max(most, value);
    const { level } = this.plot;
    if (level && level < 2.5 * most) most = Math.max(most, 1.05 * level);
    return most || 1;
  }

  draw() {
    this.width = this.area.clientWidth;
    this.height = this.area.clientHeight;
    if (!this.width) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    this.canvas.width = this.width * ratio;
    this.canvas.height = this.height * ratio;
    const context = this.canvas.getContext("2d");
    context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const top = this.#top();
    const y = (value) => this.height - room.bottom - (value / top) * (this.height - room.top - room.bottom);
    this.#drawAxes(context, top, y, colour);
    if (this.plot.level && this.plot.level <= top) this.#drawLevel(context, y(this.plot.level), colour("fail"));
    for (let i = this.lines.length - 1; i >= 0; --i) this.#drawLine(context, i, y, colour(`line${i}`));
    this.show();
  }

  #drawAxes(context, top, y, colour) {
    context.font = "11px system-ui, sans-serif";
    context.fillStyle = colour("faint");
    context.strokeStyle = colour("rule");
    context.textAlign = "right";
    context.textBaseline = "middle";
    const step = tickStep(top, 3);
    for (let value = 0; value <= 1.001 * top; value += step) {
      context.fillText(short(value), room.left - 5, y(value));
      context.beginPath();
      context.moveTo(room.left, Math.round(y(value)) + 0.5);
      context.lineTo(this.width - room.right, Math.round(y(value)) + 0.5);
      context.stroke();
    }
    const seconds = (this.state.frames - 1) / this.state.rate;
    const tick = tickStep(Math.max(seconds, 1e-3), 6);
    context.textBaseline = "alphabetic";
    for (let time = 0; time <= seconds; time += tick) {
      context.textAlign = time === 0 ? "left" : "center";
      if (this.#x(time * this.state.rate) < this.width - 14) context.fillText(`${short(time)} s`, this.#x(time * this.state.rate), this.height - 2);
    }
  }

  #drawLevel(context, y, colour) {
    context.strokeStyle = colour;
    context.setLineDash([3, 4]);
    context.beginPath();
    context.moveTo(room.left, y);
    context.lineTo(this.width - room.right, y);
    context.stroke();
    context.setLineDash([]);
  }

  #drawLine(context, i, y, colour) {
    const { values, first } = this.lines[i];
    context.strokeStyle = colour;
    context.lineWidth = i === 0 ? 1.8 : 1.4;
    context.setLineDash(dashes[i]);
    context.beginPath();
    values.forEach((value, k) => context.lineTo(this.#x(first + k), y(value)));
    context.stroke();
    context.setLineDash([]);
  }

  /** The mark of the state's frame, and its readings. */
  show(readings = true) {
    this.mark.style.transform = `translateX(${this.#x(this.state.frame)}px)`;
    if (!readings) return;
    this.lines.forEach(({ values, first }, i) => {
      const value = values[this.state.frame - first];
      this.readings[i].reading.textContent = value === undefined ? "-" : short(value);
    });
  }
}

export function addPlots(container, report, state) {
  const plots = report.head.plots.map((plot) => new Plot(report, plot, state));
  container.append(...plots.map((plot) => plot.node));
  const drawAll = () => plots.forEach((plot) => plot.draw());
  let read = 0; // when readings were last shown (ms): nobody reads thirty a second
  const show = () => {
    const readings = !state.playing || performance.now() - read > 100;
    if (readings) read = performance.now();
    plots.forEach((plot) => plot.show(readings));
  };
  state.on("frame", show);
  state.on("playing", show);
  state.on("theme", drawAll);
  new ResizeObserver(drawAll).observe(container);
  return plots;
}
