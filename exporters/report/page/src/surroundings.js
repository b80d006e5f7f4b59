// Ground, boxes and objects.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh,
         MeshBasicMaterial, MeshLambertMaterial, Quaternion, RingGeometry, Vector3 } from "three";
import { objectGeometry, placeOf } from "./shapes.js";

const reach = 20; // of the lines that follow the figure; fog hides their end (unit: m)
const fading = { from: 3.2, to: 11 }; // where the ground becomes sky (unit: figure heights)
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
    for (let piece = -reach; piece < reach; piece += 4) points.push(line, 0.002, piece, line, 0.002, piece + 4, piece, 0.002, line, piece + 4, 0.002, line);
  }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
}

/** A disc whose rim has the sky's colour. The colours are those of its corners: fog would be computed for every pixel of the ground, which
 * takes a third of the time where there is no graphics card. */
function discGeometry(size) {
  const geometry = new RingGeometry(0, fading.to * size, 32, 7).rotateX(-Math.PI / 2);
  return geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * geometry.attributes.position.count), 3));
}

function paintDisc(geometry, size, ground, sky) {
  const { position, color } = geometry.attributes;
  const [mixed, from, to] = [new Color(), new Color(ground), new Color(sky)];
  for (let i = 0; i < position.count; ++i) {
    const share = (Math.hypot(position.getX(i), position.getZ(i)) / size - fading.from) / (fading.to - fading.from);
    mixed.lerpColors(from, to, Math.min(1, Math.max(0, share)));
    color.setXYZ(i, mixed.r, mixed.g, mixed.b);
  }
  color.needsUpdate = true;
}

export class Surroundings {
  group = new Group();
  #painted = []; // [material, name of its colour]

  constructor(report) {
    const { scene, figures } = report.head;
    this.scene = scene;
    this.size = figures[0].height || 1;
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
    this.floor.quaternion.setFromUnitVectors(up, new Vector3(...normal));
    this.disc = new Mesh(discGeometry(this.size), new MeshBasicMaterial({ vertexColors: true, fog: false, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    this.grid = new LineSegments(gridGeometry(), new LineBasicMaterial());
    this.#painted.push([this.grid.material, "grid"]);
    this.floor.add(this.disc, this.grid);
    this.floor.position.fromArray(point);
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

  /** Ground without end: it moves along, its lines in steps of a metre. */
  centre(place) {
    if (!this.floor) return;
    const { x, z } = this.floor.worldToLocal(place.clone());
    this.disc.position.set(x, 0, z);
    this.grid.position.set(Math.round(x), 0, Math.round(z));
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
    if (this.disc) paintDisc(this.disc.geometry, this.size, colours.ground, colours.sky);
    for (const [material, name] of this.#painted) material.color.set(colours[name]);
  }
}
