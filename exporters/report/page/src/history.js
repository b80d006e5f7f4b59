// The search's history: best cost, distance and samples of every iteration, over the frame that its window had reached.
import { short } from "./data.js";
import { tickStep } from "./plots.js";

const columns = [["cost", "Best cost per frame"], ["distance", "Distance from the reference (m)"], ["samples", "Samples per iteration"],
                 ["clusters", "Clusters"], ["end", "Frame that the window reaches"], ["survivors", "Survivors"], ["effective", "Effective samples"]];
const size = { width: 560, height: 90, left: 46, bottom: 16, top: 6 };
const svg = "http://www.w3.org/2000/svg";

function node(name, attributes, text) {
  const made = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function chart(title, values) {
  const top = Math.max(...values) || 1;
  const x = (i) => size.left + (i / Math.max(1, values.length - 1)) * (size.width - size.left - 4);
  const y = (value) => size.height - size.bottom - (value / top) * (size.height - size.bottom - size.top);
  const picture = node("svg", { viewBox: `0 0 ${size.width} ${size.height}`, width: "100%", role: "img", "aria-label": `${title}: last ${short(values.at(-1))}` });
  const step = tickStep(top, 3);
  for (let value = 0; value <= 1.001 * top; value += step) {
    picture.append(node("line", { x1: size.left, x2: size.width, y1: y(value), y2: y(value), stroke: "var(--rule)" }),
                   node("text", { x: size.left - 5, y: y(value) + 4, "text-anchor": "end", "font-size": 11, fill: "var(--faint)" }, short(value)));
  }
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  picture.append(node("polyline", { points, fill: "none", stroke: "var(--line0)", "stroke-width": 1.8 }),
                 node("text", { x: size.width, y: size.height - 2, "text-anchor": "end", "font-size": 11, fill: "var(--faint)" }, `${values.length} iterations`));
  return picture;
}

/** `history`: a row per iteration; columns that do not change are said in words. */
export function drawHistory(container, history) {
  for (const [key, title] of columns) {
    const values = history.map((row) => row[key]).filter((value) => Number.isFinite(value));
    if (values.length !== history.length) continue;
    const heading = document.createElement("h3");
    const constant = values.every((value) => value === values[0]);
    heading.textContent = constant ? `${title}: ${short(values[0])} throughout` : title;
    container.append(heading);
    if (!constant) container.append(chart(title, values));
  }
}
