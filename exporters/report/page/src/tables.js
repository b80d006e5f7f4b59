// Worst moments, certificate, search history and provenance, as text. Whatever comes from a file is text, never markup.
import { short } from "./data.js";

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function frameButton(state, frame, text) {
  const button = element("button", { type: "button", textContent: text ?? String(frame), title: `Go to frame ${frame}` });
  button.addEventListener("click", () => {
    state.set({ playing: false });
    state.seek(frame);
  });
  return button;
}

export function addMoments(list, { head }, state) {
  for (const { plot, frame, value } of head.moments) {
    const { title, unit, level } = head.plots[plot];
    const button = frameButton(state, frame, "");
    const over = level !== undefined && value > level;
    button.append(element("span", { textContent: title }),
                  element("span", { className: `number${over ? " fail" : ""}`, textContent: `${short(value)} ${unit}${over ? " (!)" : ""}` }),
                  element("span", { className: "number", textContent: `frame ${frame}` }));
    list.append(element("li", {}, button));
  }
  if (!head.moments.length) list.append(element("li", { textContent: "Nothing stands out." }));
}

function table(columns, rows) {
  const head = element("tr", {}, ...columns.map(({ title, number }) => element("th", { scope: "col", className: number ? "number" : "", textContent: title })));
  const body = rows.map((cells) => element("tr", {}, ...cells.map((cell, i) => {
    const data = element("td", { className: columns[i].number ? "number" : "" });
    data.append(cell);
    return data;
  })));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

const withUnit = (value, unit) => (unit && !unit.includes(" ") ? `${short(value)} ${unit}` : short(value));

function verdictOf(metric) {
  if (metric.threshold === undefined) return "";
  const verdict = metric.pass ? "holds" : metric.required ? "FAILS" : "above";
  return element("span", { className: metric.pass ? "pass" : "fail", textContent: verdict });
}

function metricRow(state, metric) {
  const { name, value, unit, threshold, frame, note } = metric;
  const label = element("span", { textContent: name.replaceAll("_", " ") });
  if (unit?.includes(" ")) label.append(element("small", { textContent: ` (${unit})` }));
  if (note) label.title = note;
  return [label, withUnit(value, unit), threshold === undefined ? "" : withUnit(threshold, unit), verdictOf(metric),
          frame === undefined ? "" : frameButton(state, frame)];
}

export function addCertificate(container, { head }, state) {
  if (head.failures.length) {
    container.append(element("p", { className: "fail", textContent: "Does not hold:" }),
                     element("ul", { className: "notes" }, ...head.failures.map((text) => element("li", { textContent: text }))));
  }
  if (head.remarks.length) container.append(element("ul", { className: "notes" }, ...head.remarks.map((text) => element("li", { textContent: text }))));
  const metrics = head.certificate?.metrics ?? [];
  if (!metrics.length) return;
  const columns = [{ title: "Metric" }, { title: "Value", number: true }, { title: "At most", number: true }, { title: "" }, { title: "Worst frame", number: true }];
  const rows = (wanted) => metrics.filter(({ required }) => required === wanted).map((metric) => metricRow(state, metric));
  container.append(table(columns, rows(true)),
                   element("details", {}, element("summary", { textContent: "Reported, not required" }), table(columns, rows(false))));
}

function definitions(pairs) {
  return element("dl", {}, ...pairs.filter(([, text]) => text !== undefined && text !== "")
    .flatMap(([term, text]) => [element("dt", { textContent: term }), element("dd", { textContent: text })]));
}

export function addProvenance(container, { head }) {
  const { provenance, certificate, ledger } = head;
  container.append(definitions([
    ...provenance.inputs.map(({ role, file, sha256 }) => [role, `${file}  sha256 ${sha256}`]),
    ["seed", provenance.seed], ["configuration", provenance.configuration], ["made by", `Sinew ${provenance.version}`],
    ["on", provenance.fingerprint], ["take", certificate?.hashes?.take], ["animation", certificate?.hashes?.animation]]));
  const notes = ledger.map(({ code, place, message, problem }) =>
    element("li", { className: problem ? "fail" : "" }, `${code}${place ? ` (${place})` : ""}: ${message}`));
  container.append(element("h3", { textContent: "Ledger: what was done to the motion and the character" }),
                   notes.length ? element("ul", { className: "notes" }, ...notes) : element("p", { textContent: "Nothing." }));
}

export function addRun(section, container, { head }, drawHistory) {
  if (!head.run) return;
  section.hidden = false;
  const { sentence, seconds, cpu_seconds: cpu, steps, restarts, refine, history } = head.run;
  container.append(definitions([["result", sentence], ["refinement", refine], ["control steps", steps?.toLocaleString("en")], ["restarts", restarts],
    ["wall-clock time", seconds === undefined ? undefined : `${seconds.toFixed(1)} s`], ["processor time", cpu === undefined ? undefined : `${cpu.toFixed(1)} s`]]));
  if (history?.length) drawHistory(container, history);
}
