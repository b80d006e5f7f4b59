// The page of `sinew report`: reads the report and puts the parts together.
import { addControls } from "./controls.js";
import { readReport } from "./data.js";
import { drawHistory } from "./history.js";
import { themes } from "./palette.js";
import { Player } from "./player.js";
import { addPlots } from "./plots.js";
import { State } from "./state.js";
import { addCertificate, addMoments, addProvenance, addRun } from "./tables.js";
import { Viewer } from "./viewer.js";

const byId = (id) => document.getElementById(id);

function describe({ head }) {
  const seconds = ((head.frames - 1) / head.rate).toFixed(2);
  const whole = head.frames === head.reference_frames ? "" : `; ends before its reference (${head.reference_frames} frames)`;
  byId("name").textContent = head.name || "Take";
  byId("summary").textContent = `${head.frames} frames at ${head.rate} Hz, ${seconds} s${whole}; figure of ${head.figures[0].height.toFixed(2)} m and ${head.figures[0].mass.toFixed(0)} kg`;
  byId("footer").textContent = `Written by Sinew ${head.sinew}. Viewer: three.js, MIT licence (in this file's source).`;
  const badge = byId("verdict");
  const passes = head.certificate?.pass && !head.failures.length;
  badge.hidden = !head.certificate;
  badge.textContent = passes ? "\u2713 certificate holds" : "\u2717 certificate fails";
  badge.classList.add(passes ? "pass" : "fail");
}

function layersOf({ head }) {
  const available = new Set(["skeleton", "bodies", "torque", "forces", "contacts", "balance", "follow"]);
  if (head.characters[0].meshes.length) available.add("mesh");
  return available;
}

function addTheme(state) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  state.on("theme", (theme) => (document.documentElement.dataset.theme = theme));
  dark.addEventListener("change", () => state.set({ theme: dark.matches ? "dark" : "light" }));
  state.set({ theme: dark.matches ? "dark" : "light" });
}

/** Names of the actors over the parts of the picture that show them. */
function addLabels(state, actors) {
  const dot = (id) => {
    const node = document.createElement("i");
    node.style.background = themes[state.theme][id];
    return node;
  };
  const show = () => {
    const other = actors[state.rival];
    const first = document.createElement("span");
    first.append(dot("result"), "result");
    const spans = [first];
    if (state.mode === "overlay") first.append(dot(other.id), other.label);
    if (state.mode === "onion") first.append(dot("past"), "before", dot("future"), "after");
    if (state.mode === "side") {
      const second = document.createElement("span");
      second.append(dot(other.id), other.label);
      spans.push(second);
    }
    byId("labels").replaceChildren(...spans);
  };
  for (const name of ["mode", "rival", "theme"]) state.on(name, show);
  show();
}

function showPace(pace) {
  if (!pace) return (byId("pace").textContent = "");
  const dropped = pace.dropped >= 0.02 ? `, ${Math.round(100 * pace.dropped)} % of the frames dropped` : "";
  byId("pace").textContent = `${pace.shown.toFixed(0)} frames/s${dropped}`;
}

function makeViewer(report, state) {
  try {
    return new Viewer(byId("view"), report, state);
  } catch (error) {
    byId("message").hidden = false;
    byId("message").textContent = `This browser does not draw in three dimensions (WebGL 2): ${error.message}`;
    return null;
  }
}

function start() {
  const report = readReport(document);
  const state = new State(report.head);
  const available = layersOf(report);
  state.layers = new Set(["forces", "contacts", "follow", available.has("mesh") ? "mesh" : "bodies"]);
  describe(report);
  addTheme(state);
  const viewer = makeViewer(report, state);
  addLabels(state, report.head.actors);
  addControls(state, report, { available, reset: () => viewer?.cameras.reset() });
  const plots = addPlots(byId("plots"), report, state);
  addMoments(byId("moments"), report, state);
  addCertificate(byId("certificate"), report, state);
  addRun(byId("run"), byId("history"), report, drawHistory);
  addProvenance(byId("provenance"), report);
  const player = new Player(state, (pace) => {
    showPace(pace);
    viewer?.adapt(pace);
  });
  const loop = (now) => {
    player.tick(now);
    viewer?.draw();
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  window.sinew = { report, state, viewer, plots, player }; // for tests and the curious
}

start();
