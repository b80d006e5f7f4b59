// The three-dimensional view: actors, surroundings and physics of the shown frame, in one picture or side by side.
import { Color, DirectionalLight, Fog, HemisphereLight, LinearSRGBColorSpace, Scene, Vector3, WebGLRenderer } from "three";
import { Actor } from "./actor.js";
import { Bodies, figureGeometries } from "./bodies.js";
import { Cameras } from "./camera.js";
import { themes, torqueColour } from "./palette.js";
import { Physics } from "./physics.js";
import { characterSurfaces } from "./skins.js";
import { Surroundings } from "./surroundings.js";

const onionSteps = [-2, -1, 1, 2];
const onionSeconds = 0.2; // between two skins

function makeActors(report, software) {
  const { characters, figures, actors } = report.head;
  const surfaces = characters.map((character) => characterSurfaces(report, character));
  const geometries = figures.map(figureGeometries);
  return actors.map((actor) => new Actor(report, actor, {
    character: characters[actor.character], surfaces: surfaces[actor.character], geometries: geometries[actor.figure], software }));
}

/** Where an actor's root is in every frame, at the height of the ground in the first. */
function trackOf(actor, frames, ground) {
  return Array.from({ length: frames }, (_, frame) => {
    const root = new Vector3().fromArray(actor.bodies.poses, 7 * frame * actor.bodies.group.children.length);
    return root.setY(ground);
  });
}

/** Whether pictures are computed without a graphics card; smooth edges would take a third of the time there. */
function drawsInSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  const name = gl?.getParameter(gl.getExtension("WEBGL_debug_renderer_info")?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) ?? "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Viewer {
  dirty = true;
  #coarseness = 1; // pixels of the page per drawn pixel

  constructor(element, report, state) {
    this.element = element;
    this.state = state;
    const software = drawsInSoftware();
    this.renderer = new WebGLRenderer({ antialias: !software, stencil: true, powerPreference: "high-performance" });
    this.renderer.autoClear = false;
    this.renderer.outputColorSpace = LinearSRGBColorSpace; // as palette.js has them
    element.prepend(this.renderer.domElement);
    this.actors = makeActors(report, software);
    this.result = this.actors[0];
    this.surroundings = new Surroundings(report);
    this.physics = new Physics(report);
    this.torque = report.array(report.head.physics.torque_use);
    this.skins = this.#makeSkins(report);
    this.size = report.head.figures[0].height || 1;
    this.#makeScene();
    this.ground = this.#groundLevel();
    this.tracks = new Map(this.actors.filter((a) => a.bodies).map((a) => [a, trackOf(a, state.frames, this.ground)]));
    this.cameras = new Cameras(this.renderer.domElement, this.tracks.get(this.result), this.size, () => (this.dirty = true));
    for (const name of ["frame", "mode", "rival", "layers", "theme", "playing"]) state.on(name, () => this.#update(name));
    new ResizeObserver(() => this.resize()).observe(element);
    this.resize();
    this.#update("theme");
    this.#update("layers");
  }

  #groundLevel() {
    const corner = this.physics.rows.contacts;
    for (let f = 0; f < this.state.frames; ++f) for (const row of corner.at(f)) return row[2];
    return 0;
  }

  #makeSkins(report) {
    const geometries = this.result.bodies.group.children.map((mesh) => mesh.geometry);
    const step = Math.max(1, Math.round(onionSeconds * report.head.rate));
    return onionSteps.map((n) => ({ offset: n * step,
                                    bodies: new Bodies(geometries, this.result.bodies.poses, { transparent: true, depthWrite: false, opacity: Math.abs(n) === 1 ? 0.34 : 0.2 }) }));
  }

  #makeScene() {
    this.scene = new Scene();
    this.scene.fog = new Fog(0, 4 * this.size, 14 * this.size); // ground fades into the sky instead of ending
    // What faces up has its own colour, what faces away from the sun some three fifths of it.
    const sun = new DirectionalLight(0xffffff, 1.4);
    sun.position.set(2, 4, 3);
    this.scene.add(new HemisphereLight(0xffffff, 0xb4b8c0, 2.1), sun, this.surroundings.group);
    for (const actor of this.actors) this.scene.add(actor.group);
    for (const skin of this.skins) this.scene.add(skin.bodies.group);
    this.scene.add(this.physics.forces, this.physics.contacts, this.physics.balance);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio) / this.#coarseness);
    this.renderer.setSize(width, height);
    this.dirty = true;
  }

  /** Fewer pixels while playing where a machine cannot keep up; all of them when it stands still. */
  adapt(pace) {
    const wanted = pace === null ? 1 : pace.dropped > 0.1 ? Math.min(2, this.#coarseness * 1.42) : this.#coarseness;
    if (wanted === this.#coarseness) return;
    this.#coarseness = wanted;
    this.resize();
  }

  #update(name) {
    this.dirty = true;
    if (name === "theme") this.#paint();
    if (name === "layers") this.#showLayers();
    if (name !== "frame" && name !== "theme") this.#showActors();
    this.pose();
  }

  #showLayers() {
    const on = (layer) => this.state.layers.has(layer);
    this.physics.forces.visible = on("forces");
    this.physics.contacts.visible = on("contacts");
    this.physics.balance.visible = on("balance");
    this.#paint();
  }

  #showActors() {
    const { layers, mode, playing, rival } = this.state;
    const shown = { mesh: layers.has("mesh"), skeleton: layers.has("skeleton"), bodies: layers.has("bodies") };
    this.actors.forEach((actor, i) => {
      actor.wanted = i === 0 || (i === rival && (mode === "overlay" || mode === "side"));
      actor.group.visible = actor.wanted;
      actor.show(shown);
      if (i > 0) actor.ghost(mode === "overlay", playing);
    });
    for (const skin of this.skins) skin.bodies.group.visible = mode === "onion";
  }

  #paint() {
    const colours = themes[this.state.theme];
    this.scene.background = new Color(colours.sky);
    this.scene.fog.color.set(colours.sky);
    this.surroundings.paint(colours);
    this.physics.paint(colours);
    for (const actor of this.actors) actor.paint(colours[actor.id], actor === this.result ? colours.bone : colours.otherBone);
    for (const { offset, bodies } of this.skins) bodies.paint((_, target) => target.set(offset < 0 ? colours.past : colours.future));
  }

  /** Everything in its place for the state's frame. */
  pose() {
    const { frame, frames, layers } = this.state;
    for (const actor of this.actors) if (actor.wanted) actor.pose(frame);
    for (const { offset, bodies } of this.skins) {
      const other = frame + offset;
      if (this.state.mode === "onion") bodies.group.visible = other >= 0 && other < frames;
      if (bodies.group.visible) bodies.pose(other);
    }
    if (layers.has("torque")) this.#paintTorque(frame);
    this.surroundings.pose(frame);
    this.physics.pose(frame, () => this.ground);
    if (layers.has("follow")) this.cameras.follow(frame);
    this.surroundings.centre(this.cameras.controls.target);
  }

  /** A body has the colour of the joint that moves it: joint i moves body i + 1. */
  #paintTorque(frame) {
    const joints = this.result.bodies.group.children.length - 1;
    this.result.bodies.paint((b, target) =>
      b === 0 ? target.set(0x9aa0a8) : torqueColour(this.torque[frame * joints + b - 1] / 255, target));
  }

  draw() {
    if (!this.dirty) return false;
    this.dirty = false;
    const { clientWidth: width, clientHeight: height } = this.element;
    const side = this.state.mode === "side";
    this.renderer.setScissorTest(side);
    this.renderer.clear();
    this.cameras.resize(side ? width / 2 / height : width / height);
    if (side) this.#drawPair(width, height);
    else this.renderer.setViewport(0, 0, width, height), this.renderer.render(this.scene, this.cameras.camera);
    return true;
  }

  /** The other actor is seen from where the result is seen, relative to its own root when the camera follows. */
  #drawPair(width, height) {
    const { frame, layers, rival } = this.state;
    const other = this.actors[rival];
    const way = new Vector3();
    if (layers.has("follow") && this.tracks.has(other)) way.subVectors(this.tracks.get(other)[frame], this.tracks.get(this.result)[frame]);
    const physics = [this.physics.forces, this.physics.contacts, this.physics.balance].filter((group) => group.visible);
    [this.result, other].forEach((actor, i) => {
      this.result.group.visible = actor === this.result;
      other.group.visible = actor === other;
      for (const group of physics) group.visible = actor === this.result;
      const box = [(i * width) / 2, 0, width / 2, height];
      this.renderer.setViewport(...box);
      this.renderer.setScissor(...box);
      this.cameras.displaced(i === 0 ? new Vector3() : way, (camera) => this.renderer.render(this.scene, camera));
    });
    this.result.group.visible = other.group.visible = true;
    for (const group of physics) group.visible = true;
  }
}
