// The rigid bodies of a figure in one frame of a motion.
import { Group, Mesh, MeshLambertMaterial } from "three";
import { bodyGeometry } from "./shapes.js";

/** Geometries of a figure's bodies, made once and shared by everything that draws them. */
export function figureGeometries(figure) {
  return figure.bodies.map(bodyGeometry);
}

export class Bodies {
  group = new Group();

  /** `poses`: position and rotation of every body in every frame, seven numbers each. */
  constructor(geometries, poses, look) {
    this.poses = poses;
    for (const geometry of geometries) {
      const mesh = new Mesh(geometry, new MeshLambertMaterial(look));
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
  }

  pose(frame) {
    const { children } = this.group;
    children.forEach((mesh, b) => {
      const start = 7 * (frame * children.length + b);
      mesh.position.fromArray(this.poses, start);
      mesh.quaternion.fromArray(this.poses, start + 3);
    });
  }

  /** `colourOf(body, target)` fills in a colour. */
  paint(colourOf) {
    this.group.children.forEach((mesh, b) => colourOf(b, mesh.material.color));
  }
}
