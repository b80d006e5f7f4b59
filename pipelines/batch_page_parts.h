#pragma once

#include <string_view>

namespace sinew {

/// The page up to its data.
inline constexpr std::string_view kBatchPageHead = R"HTML(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sinew batch</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
body { margin: 1.5em; }
table { border-collapse: collapse; }
th, td { padding: .2em .7em; text-align: left; vertical-align: top; border-bottom: 1px solid #8884; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
#items th { position: sticky; top: 0; background: Canvas; cursor: pointer; white-space: nowrap; }
#items th.sorted::after { content: " \25be"; }
#items th.sorted.up::after { content: " \25b4"; }
#items td.name { overflow-wrap: anywhere; max-width: 40em; }
.done { color: #28803c; } .waiting, .running { opacity: .6; }
.below-quality, .budget, .time { color: #a86500; }
.refused, .changed, .memory, .crash, .killed, .io, .stopped { color: #c0392b; }
.more td { white-space: pre-wrap; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: 12px; background: #8881; }
img { width: 240px; display: block; }
.sums { display: flex; gap: 3em; flex-wrap: wrap; margin-bottom: 1.5em; }
</style></head><body>
<h1>Sinew batch</h1>
<div class="sums" id="sums"></div>
<p><input id="find" placeholder="part of a name or message" size="40"> <select id="only"><option value="">all</option></select>
<span id="shown"></span></p>
<table id="items"><thead></thead><tbody></tbody></table>
<div id="end"></div>
)HTML";

/// What shows the data. Every text of a file goes through textContent.
inline constexpr std::string_view kBatchPageScript = R"HTML(
const columns = [["#", 1], ["item", 0], ["state", 0], ["worst error, mm", 1000], ["mean error, mm", 1000],
  ["penetration p99, mm", 1000], ["float, mm", 1000], ["skate, cm/s", 100], ["jerk ratio", 1], ["motion, s", 1], ["cpu, s", 1]];
const MESSAGE = 11, COMMAND = 12, FILE = 13;
const el = (name, text, cls) => {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (cls) e.className = cls;
  return e;
};
const number = (v, digits) => v === null ? "" : Number(v).toLocaleString("en", {maximumFractionDigits: digits, minimumFractionDigits: digits});
function table(title, head, lines) {
  const box = el("div"), t = el("table");
  box.append(el("h2", title), t);
  const h = t.createTHead().insertRow();
  const side = i => typeof lines[0][i] === "number" || i && !isNaN(parseFloat(lines[0][i])) ? "n" : "";
  head.forEach((x, i) => h.append(el("th", x, side(i))));
  const b = t.createTBody();
  for (const line of lines) {
    const r = b.insertRow();
    line.forEach((x, i) => r.append(el("td", x, side(i))));
  }
  return box;
}
const sums = document.getElementById("sums");
const totals = Object.entries(summary.outcomes);
sums.append(table(summary.all + " items", ["state", "items"], totals),
  table("Work", ["", ""], [["motion, s", number(summary.motion, 0)], ["processor time, s", number(summary.cpu, 0)],
    ["files, MB", number(summary.bytes / 1e6, 1)]]));
const scale = Object.fromEntries(["success", "g_mpjpe", "penetration_p99", "float", "skate", "jerk_ratio"].map((n, i) => [n, columns[3 + i]]));
if (summary.metrics.length) sums.append(table("Certificates of what is done", ["", "mean", "median", "p95", "worst"],
  summary.metrics.map(m => [scale[m[0]][0], ...m.slice(1).map(v => number(v * scale[m[0]][1], 2))])));
if (summary.failures.length) sums.append(table("Not done", ["state", "items", "why"],
  summary.failures.map(f => [f[0], f[2], f[1]])));
if (summary.problems.length) sums.append(table("Could not be read", [""], summary.problems.map(p => [p])));

const head = document.querySelector("#items thead").insertRow();
const body = document.querySelector("#items tbody");
const only = document.getElementById("only"), find = document.getElementById("find");
for (const [state, count] of totals) { const o = el("option", state + " (" + count + ")"); o.value = state; only.append(o); }
let view = rows, made = 0, sorted = -1, up = false;
columns.forEach((c, i) => {
  const th = el("th", c[0], i > 2 || i === 0 ? "n" : "");
  th.onclick = () => { up = sorted === i ? !up : i < 3; sorted = i; refresh(); };
  head.append(th);
});
function refresh() {
  const text = find.value.toLowerCase();
  view = rows.filter(r => (!only.value || r[2] === only.value) &&
    (!text || r[1].toLowerCase().includes(text) || r[MESSAGE].toLowerCase().includes(text)));
  if (sorted >= 0) {
    const sign = up ? 1 : -1, s = sorted;
    view = view.slice().sort((a, b) => a[s] === null ? 1 : b[s] === null ? -1 : a[s] < b[s] ? -sign : a[s] > b[s] ? sign : 0);
  }
  [...head.cells].forEach((c, i) => { c.classList.toggle("sorted", i === sorted); c.classList.toggle("up", up); });
  document.getElementById("shown").textContent = view.length + " of " + rows.length;
  body.replaceChildren();
  made = 0;
  more();
}
function more() {
  const part = document.createDocumentFragment();
  for (const end = Math.min(view.length, made + 200); made < end; ++made) {
    const r = view[made], tr = el("tr");
    columns.forEach((c, i) => {
      const td = el("td", i < 3 ? r[i] : number(r[i] === null ? null : r[i] * c[1], 1), i === 1 ? "name" : i === 2 ? r[2] : "n");
      if (i === 1 && pictures[r[0]]) { const img = el("img"); img.src = pictures[r[0]]; td.append(img); }
      tr.append(td);
    });
    tr.onclick = () => details(tr, r);
    part.append(tr);
  }
  body.append(part);
}
function details(tr, r) {
  if (tr.nextSibling && tr.nextSibling.className === "more") return tr.nextSibling.remove();
  const line = el("tr", undefined, "more"), td = el("td", (r[MESSAGE] ? r[MESSAGE] + "\n" : "") + r[COMMAND]);
  td.colSpan = columns.length;
  if (r[FILE]) { const a = el("a", "\n" + r[FILE]); a.href = r[FILE].split("/").map(encodeURIComponent).join("/"); td.append(a); }
  line.append(td);
  tr.after(line);
}
new IntersectionObserver(e => { if (e[0].isIntersecting && made < view.length) more(); }, {rootMargin: "600px"}).observe(document.getElementById("end"));
find.oninput = only.onchange = refresh;
refresh();
)HTML";

}  // namespace sinew
