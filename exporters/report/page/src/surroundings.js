// Ground, boxes and objects.
import { BufferAttribute, BufferGeometry, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh,
         MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry, Quaternion, Vector3 } from "three";
import { objectGeometry, placeOf } from "./shapes.js";

const reach = 24; // of the ground that follows the figure; fog hides its end (unit: m)
const up = new Vector3(0, 1, 0);

function fieldGeometry(report, { heights, columns, rows, spacing, x, z }) {
  const values = report.array(heights);
  const positions = new Float32Array(3 * columns * rows);
  const indices = [];
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const i = row * columns + column;
      positions.set([x + column * spacing, values[i], z + row * spacing], 3 * i);
      // Two triangles that meet in the diagonal from (column + 1, row) to (column, row + 1), as in simulation.
      if (row + 1 < rows && column + 1 < columns) indices.push(i, i + columns, i + 1, i + 1, i + columns, i + columns + 1);
    }
  }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

/** Lines about a metre apart along a field's own points. */
function fieldLines(geometry, { columns, rows, spacing }) {
  const every = Math.max(1, Math.round(1 / spacing));
  const indices = [];
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const i = row * columns + column;
      if (row % every === 0 && column + 1 < columns) indices.push(i, i + 1);
      if (column % every === 0 && row + 1 < rows) indices.push(i, i + columns);
    }
  }
  return new BufferGeometry().setAttribute("position", geometry.attributes.position).setIndex(indices);
}

/** Lines a metre apart, a little above the ground. In short pieces: software renderers drop long lines that pass the eye. */
function gridGeometry() {
  const points = [];
  for (let line = -reach; line <= reach; ++line) {
    for (let piece = -reach; piece < reach; piece += 2) points.push(line, 0.002, piece, line, 0.002, piece + 2, piece, 0.002, line, piece + 2, 0.002, line);
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
}

export class Surroundings {
  group = new Group();
  #painted = []; // [material, name of its colour]

  constructor(report) {
    const { scene } = report.head;
    this.scene = scene;
    if (scene.plane) this.#addPlane(scene.plane);
    if (scene.field) this.#addField(report, scene.field);
    for (const box of scene.boxes) this.#addBox(box);
    this.objects = scene.objects.map((object) => this.#addMesh(objectGeometry(object), "object"));
    this.objectPoses = scene.objects.length ? report.array("objects") : null;
  }

  #addMesh(geometry, colour, material = new MeshLambertMaterial()) {
    const mesh = new Mesh(geometry, material);
    this.#painted.push([material, colour]);
    this.group.add(mesh);
    return mesh;
  }

  #addPlane({ point, normal }) {
    this.floor = new Group();
    const turn = new Quaternion().setFromUnitVectors(up, new Vector3(...normal));
    this.floor.quaternion.copy(turn);
    const sheet = new Mesh(new PlaneGeometry(2 * reach, 2 * reach).rotateX(-Math.PI / 2),
                           new MeshBasicMaterial({ side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    const grid = new LineSegments(gridGeometry(), new LineBasicMaterial());
    this.#painted.push([sheet.material, "ground"], [grid.material, "grid"]);
    this.floor.add(sheet, grid);
    this.floor.position.fromArray(point);
    this.origin = this.floor.position.clone();
    this.group.add(this.floor);
  }

  #addField(report, field) {
    const geometry = fieldGeometry(report, field);
    this.#addMesh(geometry, "ground", new MeshLambertMaterial({ side: DoubleSide, flatShading: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    const lines = new LineSegments(fieldLines(geometry, field), new LineBasicMaterial());
    lines.position.y = 0.002;
    this.#painted.push([lines.material, "grid"]);
    this.group.add(lines);
  }

  #addBox(box) {
    const mesh = this.#addMesh(objectGeometry({ kind: "box", ...box }), "box");
    const edges = new LineSegments(new EdgesGeometry(mesh.geometry), new LineBasicMaterial());
    this.#painted.push([edges.material, "grid"]);
    mesh.add(edges);
    mesh.applyMatrix4(placeOf([...box.position, ...box.rotation]));
  }

  /** Ground without end: it moves along in steps of its own lines. */
  centre(place) {
    if (!this.floor) return;
    const local = place.clone().sub(this.origin).applyQuaternion(this.floor.quaternion.clone().invert());
    const step = new Vector3(Math.round(local.x), 0, Math.round(local.z)).applyQuaternion(this.floor.quaternion);
    this.floor.position.copy(this.origin).add(step);
  }

  pose(frame) {
    this.objects.forEach((mesh, i) => {
      const start = 7 * (frame * this.objects.length + i);
      mesh.visible = frame >= this.scene.objects[i].first;
      mesh.position.fromArray(this.objectPoses, start);
      mesh.quaternion.fromArray(this.objectPoses, start + 3);
    });
  }

  paint(colours) {
    for (const [material, name] of this.#painted) material.color.set(colours[name]);
  }
}
