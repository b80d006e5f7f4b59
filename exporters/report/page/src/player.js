// Plays the take by the clock: frames that cannot be drawn in time are left out, and how many is said.

export class Player {
  #last = null; // time of the last call (ms)
  #place = 0; // in frames, with fractions
  #since = null; // when counting began (ms)
  #shown = 0; // frames shown since then

  constructor(state, onPace) {
    this.state = state;
    this.onPace = onPace;
    state.on("playing", (playing) => {
      this.#last = this.#since = null;
      this.#shown = 0;
      if (playing && state.frame === state.frames - 1) state.seek(0);
      this.#place = state.frame;
      if (!playing) onPace(null);
    });
    state.on("frame", (frame) => {
      if (Math.floor(this.#place) !== frame) this.#place = frame;
    });
  }

  /** To be called once per drawn picture, with its time. */
  tick(now) {
    const { state } = this;
    if (!state.playing) return;
    if (this.#last !== null) this.#advance((now - this.#last) / 1000);
    this.#last = now;
    this.#measure(now);
  }

  #advance(seconds) {
    const { state } = this;
    this.#place += seconds * state.rate * state.speed;
    if (this.#place >= state.frames) {
      if (!state.loop) {
        state.seek(state.frames - 1);
        state.set({ playing: false });
        return;
      }
      this.#place %= state.frames;
    }
    const frame = Math.floor(this.#place);
    if (frame === state.frame) return;
    this.#shown += 1;
    state.seek(frame);
  }

  /** Says once a second what was shown of what there was to show. */
  #measure(now) {
    this.#since ??= now;
    const seconds = (now - this.#since) / 1000;
    if (seconds < 1) return;
    const shown = this.#shown / seconds;
    const wanted = this.state.rate * this.state.speed;
    this.onPace({ shown, wanted, dropped: Math.max(0, 1 - shown / wanted) });
    this.#since = now;
    this.#shown = 0;
  }
}
