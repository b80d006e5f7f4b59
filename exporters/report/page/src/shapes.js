// Geometries of collision shapes, as the take describes them.
import { BoxGeometry, CapsuleGeometry, Matrix4, Quaternion, SphereGeometry, Vector3 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

function shapeGeometry({ kind, radius, half, half_length: halfLength }) {
  if (kind === "sphere") return new SphereGeometry(radius, 16, 10);
  if (kind === "capsule") return new CapsuleGeometry(radius, 2 * halfLength, 4, 14);
  return new BoxGeometry(2 * half[0], 2 * half[1], 2 * half[2]);
}

export function placeOf(values, start = 0) {
  const position = new Vector3().fromArray(values, start);
  return new Matrix4().compose(position, new Quaternion().fromArray(values, start + 3), new Vector3(1, 1, 1));
}

export const objectGeometry = (object) => shapeGeometry(object);

/** All shapes of a body in the body's frame. */
export function bodyGeometry(body) {
  const parts = body.shapes.map((shape) => shapeGeometry(shape).applyMatrix4(placeOf([...shape.position, ...shape.rotation])));
  return parts.length === 1 ? parts[0] : mergeGeometries(parts);
}
