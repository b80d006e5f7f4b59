// Buttons, boxes and keys: each changes the state, and shows it.

const modes = [["single", "Result", "1"], ["overlay", "Overlaid", "2"], ["side", "Side by side", "3"], ["onion", "Onion skin", "4"]];
const layers = [["mesh", "Mesh", "m"], ["skeleton", "Skeleton", "s"], ["bodies", "Bodies", "b"], ["torque", "Torque use", "t"], ["forces", "Forces", "f"],
                ["contacts", "Contacts", "c"], ["balance", "Balance", "g"], ["follow", "Follow", "k"]];
const keys = [["Space", "play, pause"], ["Left, Right", "one frame"], ["Shift + Left, Right", "ten frames"], ["Home, End", "first, last frame"],
              ["[ ]", "slower, faster"], ["L", "loop"], ...modes.map(([, label, key]) => [key, label.toLowerCase()]),
              ...layers.map(([, label, key]) => [key.toUpperCase(), label.toLowerCase()]), ["R", "first view"], ["W", "next worst moment"], ["D", "light, dark"], ["?", "these keys"]];

const byId = (id) => document.getElementById(id);

function choice(type, name, value, label, key) {
  const input = Object.assign(document.createElement("input"), { type, name, value, id: `${name}-${value}` });
  const node = Object.assign(document.createElement("label"), { title: `${label} (${key.toUpperCase()})` });
  node.append(input, ` ${label}`);
  return { input, node };
}

function addModes(state) {
  const inputs = modes.map(([value, label, key]) => {
    const { input, node } = choice("radio", "mode", value, label, key);
    input.addEventListener("change", () => state.set({ mode: value }));
    byId("modes").append(node);
    return input;
  });
  const show = () => inputs.forEach((input) => (input.checked = input.value === state.mode));
  state.on("mode", show);
  show();
}

function addLayers(state, available) {
  const inputs = layers.filter(([value]) => available.has(value)).map(([value, label, key]) => {
    const { input, node } = choice("checkbox", "layer", value, label, key);
    input.addEventListener("change", () => state.toggle(value));
    byId("layers").append(node);
    return input;
  });
  const show = () => {
    inputs.forEach((input) => (input.checked = state.layers.has(input.value)));
    byId("scale").hidden = !(state.layers.has("torque") && state.layers.has("bodies"));
  };
  state.on("layers", show);
  show();
}

function addTransport(state) {
  const scrubber = byId("scrubber");
  scrubber.max = state.frames - 1;
  scrubber.addEventListener("input", () => {
    state.set({ playing: false });
    state.seek(Number(scrubber.value));
  });
  const show = () => {
    scrubber.value = state.frame;
    byId("clock").textContent = `frame ${state.frame} of ${state.frames - 1}, ${(state.frame / state.rate).toFixed(2)} s`;
  };
  state.on("frame", show);
  show();
  byId("back").addEventListener("click", () => state.step(-1));
  byId("ahead").addEventListener("click", () => state.step(1));
  byId("play").addEventListener("click", () => state.set({ playing: !state.playing }));
  state.on("playing", (playing) => (byId("play").textContent = playing ? "Pause" : "Play"));
  byId("loop").addEventListener("change", (event) => state.set({ loop: event.target.checked }));
  state.on("loop", (loop) => (byId("loop").checked = loop));
}

function addChoices(state, actors) {
  const speed = byId("speed");
  speed.append(...state.speeds.map((value) => new Option(`${value}x`, value)));
  speed.value = state.speed;
  speed.addEventListener("change", () => state.set({ speed: Number(speed.value) }));
  state.on("speed", (value) => (speed.value = value));
  const rival = byId("rival");
  rival.append(...actors.slice(1).map((actor, i) => new Option(actor.label, i + 1)));
  rival.value = state.rival;
  rival.addEventListener("change", () => state.set({ rival: Number(rival.value) }));
  state.on("rival", (value) => (rival.value = value));
  byId("rivals").hidden = actors.length < 3;
}

function addHelp() {
  const list = keys.map(([key, what]) => {
    const line = document.createElement("div");
    line.append(Object.assign(document.createElement("kbd"), { textContent: key }), ` ${what}`);
    return line;
  });
  byId("keys").append(...list);
  const toggle = () => byId("help").setAttribute("aria-expanded", String(!(byId("keys").hidden = !byId("keys").hidden)));
  byId("help").addEventListener("click", toggle);
  return toggle;
}

/** What a key does; undefined for keys that are not ours. */
function keyAction(event, state, actions) {
  const step = event.shiftKey ? 10 : 1;
  const plain = { ArrowLeft: () => state.step(-step), ArrowRight: () => state.step(step), Home: () => state.step(-state.frames),
                  End: () => state.step(state.frames), " ": () => state.set({ playing: !state.playing }), "[": () => state.faster(-1),
                  "]": () => state.faster(1), "?": actions.help, l: () => state.set({ loop: !state.loop }), r: actions.reset, d: actions.theme, w: actions.worst };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const mode = modes.find(([, , k]) => k === key);
  const layer = layers.find(([value, , k]) => k === key && actions.available.has(value));
  if (mode) return () => state.set({ mode: mode[0] });
  return layer ? () => state.toggle(layer[0]) : plain[key];
}

/** Keys that the focused control needs for itself. */
function ownKey(target, key) {
  if (target.matches("select")) return true;
  if (target.matches("input[type=radio]") && key.startsWith("Arrow")) return true;
  return key === " " && target.matches("button, input[type=checkbox], input[type=radio], summary");
}

function addKeys(state, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ownKey(event.target, event.key)) return;
    const act = keyAction(event, state, actions);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** `available`: layers that the report has something to show for; `reset`: puts the camera back. */
export function addControls(state, report, { available, reset }) {
  addTransport(state);
  addModes(state);
  addLayers(state, available);
  addChoices(state, report.head.actors);
  const help = addHelp();
  const theme = () => state.set({ theme: state.theme === "dark" ? "light" : "dark" });
  byId("theme").addEventListener("click", theme);
  const moments = report.head.moments.map(({ frame }) => frame);
  let next = 0;
  const worst = () => moments.length && (state.set({ playing: false }), state.seek(moments[next++ % moments.length]));
  addKeys(state, { help, theme, reset, available, worst });
}
