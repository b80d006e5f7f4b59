// What is shown. Everything else listens: state.on(name, listener), called after state.set({name: value}).

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2];

export class State {
  #listeners = new Map();

  constructor(head) {
    this.frames = head.frames;
    this.rate = head.rate;
    this.speeds = speeds;
    this.frame = 0;
    this.playing = false;
    this.speed = 1;
    this.loop = true;
    this.mode = "overlay";
    this.rival = 1; // the actor that the result is compared with
    this.layers = new Set();
    this.theme = "light";
  }

  on(name, listener) {
    if (!this.#listeners.has(name)) this.#listeners.set(name, []);
    this.#listeners.get(name).push(listener);
  }

  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (this[name] === value) continue;
      this[name] = value;
      for (const listener of this.#listeners.get(name) ?? []) listener(value);
    }
  }

  /** Any number, brought to a frame of the take. */
  seek(frame) {
    this.set({ frame: Math.min(this.frames - 1, Math.max(0, Math.round(frame))) });
  }

  step(count) {
    this.set({ playing: false });
    this.seek(this.frame + count);
  }

  toggle(layer) {
    const layers = new Set(this.layers);
    if (!layers.delete(layer)) layers.add(layer);
    // Torques are colours of the bodies, which a mesh would hide.
    if (layer === "torque" && layers.has("torque")) layers.add("bodies").delete("mesh");
    this.set({ layers });
  }

  faster(direction) {
    const next = speeds.indexOf(this.speed) + direction;
    if (speeds[next]) this.set({ speed: speeds[next] });
  }
}
