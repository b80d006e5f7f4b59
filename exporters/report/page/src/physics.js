// What acts on the result: force arrows, contact patches, support polygon, centres of mass and pressure.
import { BufferAttribute, BufferGeometry, CircleGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Group, InstancedMesh, Line,
         LineBasicMaterial, LineLoop, Matrix4, Mesh, MeshBasicMaterial, Quaternion, RingGeometry, SphereGeometry, Vector3 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { rowsOf } from "./data.js";

const up = new Vector3(0, 1, 0);
const longest = 2; // arrows are cut there (unit: body weights)
const least = 0.03; // smaller forces have no arrow
const most = 64; // contacts, corners and arrows that are drawn
const lift = 0.004; // of what lies on the ground (unit: m)

/** Along y from 0 to 1; its width is that of a shaft of one metre. */
function arrowGeometry() {
  const shaft = new CylinderGeometry(0.009, 0.009, 0.8, 8).translate(0, 0.4, 0);
  return mergeGeometries([shaft, new ConeGeometry(0.026, 0.2, 12).translate(0, 0.9, 0)]);
}

const flat = (geometry) => geometry.rotateX(-Math.PI / 2);
const points = (count) => new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));

function instances(geometry, material) {
  const mesh = new InstancedMesh(geometry, material, most);
  mesh.frustumCulled = false;
  mesh.renderOrder = 3;
  return mesh;
}

export class Physics {
  forces = new Group();
  contacts = new Group();
  balance = new Group();

  constructor(report) {
    const { physics, figures } = report.head;
    this.size = figures[0].height || 1;
    this.rows = Object.fromEntries(["forces", "contacts", "polygons", "pressures"].map((n) => [n, rowsOf(report, physics[n])]));
    this.centres = report.array(physics.centres);
    const seenThrough = { transparent: true, opacity: 0.55, depthTest: false, side: DoubleSide };
    this.arrows = instances(arrowGeometry(), new MeshBasicMaterial({ depthTest: false, transparent: true }));
    this.patches = instances(flat(new CircleGeometry(1, 20)), new MeshBasicMaterial(seenThrough));
    this.forces.add(this.arrows);
    this.contacts.add(this.patches);
    this.#addBalance(seenThrough);
  }

  #addBalance(seenThrough) {
    const onTop = { depthTest: false, transparent: true };
    this.area = new Mesh(points(most), new MeshBasicMaterial({ ...seenThrough, opacity: 0.3 }));
    this.area.geometry.setIndex(Array.from({ length: most - 2 }, (_, i) => [0, i + 1, i + 2]).flat());
    this.outline = new LineLoop(this.area.geometry.clone().setIndex(null), new LineBasicMaterial(onTop));
    this.mass = new Mesh(new SphereGeometry(0.016 * this.size, 16, 12), new MeshBasicMaterial(onTop));
    this.plumb = new Line(points(2), new LineBasicMaterial(onTop));
    this.foot = new Mesh(flat(new RingGeometry(0.012 * this.size, 0.018 * this.size, 24)), new MeshBasicMaterial({ ...onTop, side: DoubleSide }));
    this.pressure = new Mesh(flat(new CircleGeometry(0.013 * this.size, 4)), new MeshBasicMaterial({ ...onTop, side: DoubleSide }));
    this.balance.add(this.area, this.outline, this.plumb, this.foot, this.mass, this.pressure);
    for (const object of this.balance.children) {
      object.frustumCulled = false;
      object.renderOrder = 4;
    }
  }

  pose(frame, groundAt) {
    if (this.forces.visible) this.#poseForces(frame);
    if (this.contacts.visible) this.#posePatches(frame);
    if (this.balance.visible) this.#poseBalance(frame, groundAt);
  }

  #poseForces(frame) {
    let count = 0;
    for (const [, ...row] of this.rows.forces.at(frame)) {
      const force = new Vector3(...row.slice(3));
      const weights = force.length();
      if (weights < least || count === most) continue;
      const length = 0.5 * this.size * Math.min(weights, longest);
      const turn = new Quaternion().setFromUnitVectors(up, force.normalize());
      const width = 0.5 * this.size;
      this.arrows.setMatrixAt(count++, new Matrix4().compose(new Vector3(...row.slice(0, 3)), turn, new Vector3(width, length, width)));
    }
    this.arrows.count = count;
    this.arrows.instanceMatrix.needsUpdate = true;
  }

  #posePatches(frame) {
    const list = this.rows.contacts.at(frame).slice(0, most);
    list.forEach(([, x, y, z, pressure], i) => {
      const radius = this.size * (0.006 + 0.014 * Math.sqrt(Math.min(1, pressure)));
      this.patches.setMatrixAt(i, new Matrix4().makeScale(radius, 1, radius).setPosition(x, y + lift, z));
    });
    this.patches.count = list.length;
    this.patches.instanceMatrix.needsUpdate = true;
  }

  #poseBalance(frame, groundAt) {
    const corners = this.rows.polygons.at(frame).slice(0, most);
    for (const { geometry } of [this.area, this.outline]) {
      corners.forEach(([x, y, z], i) => geometry.attributes.position.setXYZ(i, x, y + lift, z));
      geometry.attributes.position.needsUpdate = true;
    }
    this.area.geometry.setDrawRange(0, Math.max(0, 3 * (corners.length - 2)));
    this.outline.geometry.setDrawRange(0, corners.length);
    const [pressure] = this.rows.pressures.at(frame);
    this.pressure.visible = Boolean(pressure);
    if (pressure) this.pressure.position.set(pressure[0], pressure[1] + lift, pressure[2]);
    this.mass.position.fromArray(this.centres, 3 * frame);
    const { x, y, z } = this.mass.position;
    const ground = corners.length ? corners[0][1] : groundAt(x, z);
    this.foot.position.set(x, ground + lift, z);
    const line = this.plumb.geometry.attributes.position;
    line.setXYZ(0, x, y, z);
    line.setXYZ(1, x, ground, z);
    line.needsUpdate = true;
  }

  paint(colours) {
    this.arrows.material.color.set(colours.force);
    this.patches.material.color.set(colours.contact);
    for (const object of [this.area, this.outline, this.pressure]) object.material.color.set(colours.polygon);
    for (const object of [this.mass, this.plumb, this.foot]) object.material.color.set(colours.centre);
  }
}
