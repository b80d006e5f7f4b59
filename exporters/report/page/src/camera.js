// The camera: turned by the mouse, and carried along with the figure when it follows.
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

const elevation = 0.25; // of the first view (unit: rad)
const aside = 0.55; // from the side towards the front (unit: rad)

/** From where a motion is seen first: travel goes from left to right, seen from the side and a little from the front. */
function firstDirection(track) {
  const way = track.at(-1).clone().sub(track[0]).setY(0);
  const ahead = way.length() > 0.6 ? way.normalize() : new Vector3(0, 0, 1);
  const right = new Vector3().crossVectors(ahead, new Vector3(0, 1, 0));
  const around = right.multiplyScalar(Math.cos(aside)).addScaledVector(ahead, Math.sin(aside));
  return around.multiplyScalar(Math.cos(elevation)).setY(Math.sin(elevation));
}

export class Cameras {
  /** `track`: where the result is in every frame, on the ground; `size`: its height. */
  constructor(element, track, size, onChange) {
    this.track = track;
    this.camera = new PerspectiveCamera(30, 1, 0.02 * size, 200 * size);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.addEventListener("change", onChange);
    this.size = size;
    this.place = track[0].clone();
    this.reset();
  }

  reset() {
    this.controls.target.copy(this.place).add(new Vector3(0, 0.52 * this.size, 0));
    this.camera.position.copy(this.controls.target).addScaledVector(firstDirection(this.track), 2.9 * this.size);
    this.controls.update();
  }

  /** Carries the eye and what it looks at along. */
  follow(frame) {
    const way = this.track[frame].clone().sub(this.place);
    this.place.copy(this.track[frame]);
    this.camera.position.add(way);
    this.controls.target.add(way);
    this.controls.update();
  }

  /** Runs `draw` with the camera moved by a way, and puts it back. */
  displaced(way, draw) {
    const kept = this.camera.position.clone();
    this.camera.position.add(way);
    this.camera.updateMatrixWorld();
    draw(this.camera);
    this.camera.position.copy(kept);
    this.camera.updateMatrixWorld();
  }

  resize(aspect) {
    this.camera.aspect = aspect;
    // A narrow picture keeps the width that a square one shows.
    this.camera.fov = aspect >= 1 ? 30 : (360 / Math.PI) * Math.atan(Math.tan(Math.PI / 12) / aspect);
    this.camera.updateProjectionMatrix();
  }
}
