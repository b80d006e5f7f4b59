#pragma once

#include <string_view>

namespace sinew {

// The batch page, in the order in which batch_page() puts it together: head with style, body, data, script. Colours are
// those of the report's page (exporters/report/page/page.css).

inline constexpr std::string_view kBatchPageHead = R"HTML(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sinew batch</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<link rel="icon" href="data:,">
<style>
:root { --paper: #ffffff; --panel: #f4f6f8; --ink: #1b1f27; --faint: #4d5663; --rule: #c9cfd8; --focus: #0060a8; --link: #00569a;
  --good: #00604a; --middling: #7a4d00; --bad: #a3260a; --button: #e6eaef; --row: 28px; color-scheme: light; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --panel: #1d2128; --ink: #e9ecf1; --faint: #aeb6c2; --rule: #3a414c; --focus: #6cbcf5; --link: #7cc4f7;
    --good: #62d6b2; --middling: #eda33b; --bad: #ff9a80; --button: #2b313a; color-scheme: dark; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; padding: 1rem; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 .4rem; } p { margin: 0; }
a { color: var(--link); } small, .faint { color: var(--faint); }
input, select, button { font: inherit; color: inherit; background: var(--button); border: 1px solid var(--rule); border-radius: 5px; padding: .2rem .6rem; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.done { color: var(--good); } .below-quality, .budget, .time { color: var(--middling); } .waiting, .running { color: var(--faint); }
.refused, .changed, .memory, .crash, .killed, .io, .stopped { color: var(--bad); }
#sums { display: flex; gap: 1rem; flex-wrap: wrap; margin: .8rem 0; align-items: start; }
#sums > section { background: var(--panel); border-radius: 8px; padding: .6rem .8rem; max-width: 100%; overflow-x: auto; }
#sums table { border-collapse: collapse; font-size: .87rem; }
#sums th, #sums td { padding: .1rem .8rem .1rem 0; text-align: left; vertical-align: top; }
#sums .n { text-align: right; white-space: nowrap; }
#sums td.why { max-width: 36rem; overflow-wrap: anywhere; }
#worst { display: flex; gap: .7rem; overflow-x: auto; margin: 0 0 .8rem; padding: 0 0 .4rem; list-style: none; }
#worst li { flex: 0 0 240px; font-size: .87rem; content-visibility: auto; contain-intrinsic-size: 240px 240px; }
#worst img { width: 240px; height: 180px; display: block; border-radius: 6px; background: var(--panel); }
#worst span { display: block; overflow-wrap: anywhere; }
#bar { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; margin-bottom: .5rem; }
#find { flex: 0 1 26rem; min-width: 10rem; }
#work { display: grid; gap: .8rem; grid-template-columns: minmax(0, 1fr) 21rem; align-items: start; }
@media (max-width: 75rem) { #work { grid-template-columns: minmax(0, 1fr); } #grid { max-height: 65vh !important; } }
::placeholder { color: var(--faint); opacity: 1; }
#grid { max-height: max(16rem, calc(100vh - 6rem)); overflow: auto; border: 1px solid var(--rule); border-radius: 8px; overscroll-behavior: contain; }
#items { border-collapse: separate; border-spacing: 0; table-layout: fixed; width: 100%; min-width: 67rem; font-size: .87rem; }
#items th, #items td { height: var(--row); padding: 0 .5rem; line-height: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; border-bottom: 1px solid var(--rule); }
#items th { position: sticky; top: 0; z-index: 1; height: auto; background: var(--panel); text-align: left; vertical-align: bottom; white-space: normal; padding: .15rem .3rem; }
#items th button { border: 0; background: none; padding: .1rem .2rem; font-weight: 600; text-align: inherit; width: 100%; cursor: pointer; line-height: 1.2; }
#items th.n button { text-align: right; }
#items th[aria-sort] button::after { content: " \25be"; } #items th[aria-sort=ascending] button::after { content: " \25b4"; }
#items td.gap { padding: 0; border: 0; height: 0; }
#items tbody tr { cursor: pointer; }
#items tbody tr:hover td { background: var(--panel); }
#items tr[aria-selected=true] td { background: var(--button); box-shadow: inset 0 1px var(--focus), inset 0 -1px var(--focus); }
#detail { position: sticky; top: 1rem; background: var(--panel); border-radius: 8px; padding: .6rem .8rem; font-size: .93rem; overflow-wrap: anywhere; }
#detail img { max-width: 100%; display: block; margin-bottom: .5rem; border-radius: 6px; }
#detail p { overflow-wrap: anywhere; white-space: pre-wrap; margin-bottom: .3rem; }
code { font: 12px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
</style></head><body>
<h1>Sinew batch</h1>
<p class="faint" id="about"></p>
<div id="sums"></div>
<ul id="worst" hidden aria-label="Pictures of the worst"></ul>
<div id="bar"><input id="find" type="search" placeholder="part of a name or message" aria-label="Part of a name or message">
<select id="only" aria-label="State"><option value="">all states</option></select>
<button id="order" type="button">Worst first</button>
<output id="shown"></output> <small>Arrows choose, Enter opens the report.</small></div>
<div id="work"><div id="grid" tabindex="0" role="region" aria-label="Items"><table id="items"><colgroup></colgroup><thead></thead><tbody></tbody></table></div>
<div id="detail" aria-live="polite"></div></div>
)HTML";

/// Shows `summary`, `rows` and `pictures`. Every text of a file goes through textContent. Only the rows in sight exist:
/// all have one height, two gaps stand for the others, and the elements are used again while scrolling.
inline constexpr std::string_view kBatchPageScript = R"HTML(
const columns = [["#", 1, 3.6], ["item", 0, 0], ["state", 0, 6.6], ["worst error, mm", 1000, 4.8], ["mean error, mm", 1000, 4.8],
  ["penetration p99, mm", 1000, 6.6], ["float, mm", 1000, 4.2], ["skate, cm/s", 100, 4.2], ["jerk ratio", 1, 4.2], ["motion, s", 1, 4.4], ["cpu, s", 1, 4.4],
  ["look", 0, 6]]; // name, factor, width in rem; the item has what is left, 13 rem at least
const LOOK = 11, MESSAGE = 11, COMMAND = 12, FILE = 13, REPORT = 14; // LOOK is a column, the others are places in a row
const spare = 8; // rows made beyond the edges
const byId = id => document.getElementById(id);
const el = (name, text, cls) => {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (cls) e.className = cls;
  return e;
};
const formats = [0, 1, 2].map(d => new Intl.NumberFormat("en", {maximumFractionDigits: d, minimumFractionDigits: d}));
const number = (v, digits) => v === null ? "" : formats[digits].format(v);
const address = file => file.split("/").map(encodeURIComponent).join("/");
const link = (file, text) => { const a = el("a", text); a.href = address(file); return a; };

function table(title, head, lines) {
  const box = el("section"), t = el("table");
  box.append(el("h2", title), t);
  const side = i => typeof lines[0][i] === "number" || i && !isNaN(parseFloat(lines[0][i])) ? "n" : head[i] === "why" ? "why" : "";
  if (head.some(x => x)) head.forEach((x, i) => (t.tHead ? t.tHead.rows[0] : t.createTHead().insertRow()).append(el("th", x, side(i))));
  const b = t.createTBody();
  for (const line of lines) {
    const r = b.insertRow();
    line.forEach((x, i) => r.append(el("td", x, side(i) + (head[i] === "state" ? " " + x : ""))));
  }
  return box;
}
const sums = byId("sums"), totals = Object.entries(summary.outcomes);
byId("about").textContent = "Made by Sinew " + summary.version;
sums.append(table(number(summary.all, 0) + " items", ["state", "items"], totals),
  table("Work", ["", ""], [["motion, s", number(summary.motion, 0)], ["processor time, s", number(summary.cpu, 0)],
    ["files, MB", number(summary.bytes / 1e6, 1)]]));
const scale = Object.fromEntries(["success", "g_mpjpe", "penetration_p99", "float", "skate", "jerk_ratio"].map((n, i) => [n, columns[3 + i]]));
if (summary.metrics.length) sums.append(table("Certificates of what is done", ["", "mean", "median", "p95", "worst", "items"],
  summary.metrics.map(m => [scale[m[0]][0], ...m.slice(1, 5).map(v => number(v * scale[m[0]][1], 2)), m[5]])));
if (summary.failures.length) sums.append(table("Not done", ["state", "items", "why"],
  summary.failures.map(f => [f[0], f[2], f[1]])));
if (summary.problems.length) sums.append(table("Could not be read", ["why"], summary.problems.map(p => [p])));

for (const r of rows) {
  if (!pictures[r[0]]) continue;
  const card = el("li"), image = el("img"), name = el("span");
  image.src = pictures[r[0]];
  image.alt = "";
  name.append(r[REPORT] ? link(r[REPORT], r[1]) : r[1]);
  card.append(image, name, el("span", r[2] + (r[3] === null ? "" : ", worst error " + number(1000 * r[3], 0) + " mm"), r[2]));
  byId("worst").append(card);
  byId("worst").hidden = false;
}

const grid = byId("grid"), body = byId("items").tBodies[0], head = byId("items").tHead.insertRow();
const only = byId("only"), find = byId("find");
const height = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
const words = rows.map(r => (r[1] + "\n" + r[MESSAGE]).toLowerCase());
for (const [state, count] of totals) { const o = el("option", state + " (" + count + ")"); o.value = state; only.append(o); }
let view = [], sorted = -1, up = false, chosen = null, first = -1, last = -1;
const gaps = [0, 1].map(() => { const tr = el("tr"), td = el("td", undefined, "gap"); td.colSpan = columns.length; tr.append(td); return tr; });
const made = []; // rows of the table, to be filled with whatever is in sight
columns.forEach((c, i) => {
  const col = el("col"), th = el("th", undefined, i > 2 && i < LOOK || i === 0 ? "n" : "");
  if (c[2]) col.style.width = c[2] + "rem";
  byId("items").querySelector("colgroup").append(col);
  if (i === LOOK) th.textContent = c[0];
  else {
    const button = el("button", c[0]);
    button.type = "button";
    button.onclick = () => { up = sorted === i ? !up : i < 3; sorted = i; refresh(); };
    th.append(button);
  }
  head.append(th);
});
body.append(...gaps);

/** What is asked for, in the order that is asked for; what has no number comes last. */
function refresh() {
  const text = find.value.toLowerCase();
  view = [];
  rows.forEach((r, i) => { if ((!only.value || r[2] === only.value) && (!text || words[i].includes(text))) view.push(r); });
  if (sorted >= 0) {
    const sign = up ? 1 : -1, s = sorted;
    view.sort((a, b) => a[s] === b[s] ? 0 : a[s] === null ? 1 : b[s] === null ? -1 : a[s] < b[s] ? -sign : sign);
  }
  [...head.cells].forEach((c, i) => i === sorted ? c.setAttribute("aria-sort", up ? "ascending" : "descending") : c.removeAttribute("aria-sort"));
  byId("shown").textContent = number(view.length, 0) + " of " + number(rows.length, 0);
  first = -1;
  grid.scrollTop = 0;
  show();
}
function rowElement() {
  const tr = el("tr");
  columns.forEach((c, i) => tr.append(el("td", undefined, i === 1 || i === 2 || i === LOOK ? "" : "n")));
  tr.onclick = () => choose(tr.row);
  return tr;
}
function fill(tr, r) {
  tr.row = r;
  for (let i = 0; i < LOOK; ++i) {
    const text = i < 3 ? String(r[i]) : number(r[i] === null ? null : r[i] * columns[i][1], i === 8 ? 2 : 1);
    if (tr.cells[i].textContent !== text) tr.cells[i].textContent = text;
  }
  tr.cells[1].title = r[1];
  tr.cells[2].className = r[2];
  const links = [];
  if (r[REPORT]) links.push(link(r[REPORT], "report"), " ");
  if (r[FILE]) links.push(link(r[FILE], "file"));
  tr.cells[LOOK].replaceChildren(...links);
  tr.setAttribute("aria-selected", r === chosen);
}
function show() {
  const from = Math.max(0, Math.floor(grid.scrollTop / height) - spare);
  const to = Math.min(view.length, Math.ceil((grid.scrollTop + grid.clientHeight) / height) + spare);
  if (from === first && to === last) return;
  first = from;
  last = to;
  while (made.length < to - from) { made.push(rowElement()); body.insertBefore(made.at(-1), gaps[1]); }
  made.forEach((tr, i) => { tr.hidden = from + i >= to; if (!tr.hidden) fill(tr, view[from + i]); });
  gaps[0].firstChild.style.height = from * height + "px";
  gaps[1].firstChild.style.height = (view.length - to) * height + "px";
}
function choose(r) {
  chosen = r;
  for (const tr of made) tr.setAttribute("aria-selected", tr.row === r);
  const text = el("div"), parts = [el("h2", "#" + r[0] + " " + r[1]), el("p", r[2], r[2])];
  if (r[MESSAGE]) parts.push(el("p", r[MESSAGE]));
  const links = el("p");
  if (r[REPORT]) links.append(link(r[REPORT], "Report"), "   ");
  if (r[FILE]) links.append(link(r[FILE], r[FILE]));
  parts.push(links, el("p", "Again, by itself:", "faint"), el("code", r[COMMAND]));
  text.append(...parts);
  byId("detail").replaceChildren(text);
  if (pictures[r[0]]) { const image = el("img"); image.src = pictures[r[0]]; image.alt = ""; byId("detail").prepend(image); }
}
/** Chooses a row by its place in the view and brings it into sight, below the sticky head. */
function go(place) {
  if (!view.length) return;
  place = Math.min(view.length - 1, Math.max(0, place));
  const top = place * height, room = grid.clientHeight - head.offsetHeight - height;
  if (grid.scrollTop > top) grid.scrollTop = top;
  if (grid.scrollTop + room < top) grid.scrollTop = top - room;
  show();
  choose(view[place]);
}
grid.addEventListener("keydown", event => {
  const page = Math.max(1, Math.floor(grid.clientHeight / height) - 3), at = view.indexOf(chosen);
  const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -view.length, End: view.length};
  if (event.key === "Enter" && chosen && !event.target.closest("a, button") && (chosen[REPORT] || chosen[FILE])) {
    location.href = address(chosen[REPORT] || chosen[FILE]);
  } else if (steps[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    go(at < 0 && event.key !== "End" ? 0 : at + steps[event.key]);
  }
});
let asked = false;
grid.addEventListener("scroll", () => {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => { asked = false; show(); });
}, {passive: true});
new ResizeObserver(show).observe(grid);
find.oninput = only.onchange = refresh;
byId("order").onclick = () => { sorted = -1; refresh(); };
refresh();
if (rows.length) choose(rows[0]);
)HTML";

}  // namespace sinew
