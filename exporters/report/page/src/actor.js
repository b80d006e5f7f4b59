// One motion on its character: skinned meshes, skeleton lines and rigid bodies, posed frame by frame.
import { Bone, BufferAttribute, BufferGeometry, EqualStencilFunc, Group, KeepStencilOp, LineBasicMaterial, LineSegments, MeshBasicMaterial,
         MeshLambertMaterial, NotEqualStencilFunc, Points, PointsMaterial, ReplaceStencilOp, Vector3 } from "three";
import { Bodies } from "./bodies.js";
import { makeSkin } from "./skins.js";

// The result marks its pixels, so that what is compared with it can be drawn on them and beside them in different ways.
const marking = { stencilWrite: true, stencilRef: 1, stencilZPass: ReplaceStencilOp };
const onMarked = { stencilFunc: EqualStencilFunc, stencilZPass: KeepStencilOp };
const besideMarked = { stencilFunc: NotEqualStencilFunc, stencilZPass: KeepStencilOp };

export class Actor {
  group = new Group();
  meshes = new Group();
  veil = new Group();
  film = new Group();

  constructor(report, actor, parts) {
    this.id = actor.id;
    this.label = actor.label;
    this.clip = actor.clip;
    this.rotations = report.array(`${actor.clip.array}.rotations`);
    this.translations = report.array(`${actor.clip.array}.translations`);
    this.joints = parts.character.joints;
    this.software = parts.software;
    this.#addBones();
    this.#addMeshes(parts.surfaces);
    this.#addLines();
    this.group.add(this.meshes, this.veil, this.film, this.lines, this.dots);
    if (actor.bodies) {
      this.bodies = new Bodies(parts.geometries, report.array(actor.bodies), this.id === "result" ? marking : {});
      this.group.add(this.bodies.group);
    }
  }

  #addBones() {
    this.bones = this.joints.map((joint) => {
      const bone = new Bone();
      bone.position.fromArray(joint.position);
      bone.quaternion.fromArray(joint.rotation);
      return bone;
    });
    this.joints.forEach(({ parent }, j) => (parent < 0 ? this.group : this.bones[parent]).add(this.bones[j]));
  }

  #addMeshes(surfaces) {
    this.skins = surfaces.map((surface) => makeSkin(surface, this.bones, this.software));
    this.skins.forEach((skin, i) => {
      const add = (group, material) => {
        const mesh = skin.mesh(material);
        mesh.frustumCulled = false;
        group.add(mesh);
        return mesh;
      };
      const own = { own: surfaces[i].colour };
      add(this.meshes, new MeshLambertMaterial(this.id === "result" ? marking : {})).userData = own;
      if (this.id === "result") return;
      // Drawn after what is solid and before what is seen through: only the nearest surface of that is seen.
      add(this.veil, new MeshBasicMaterial({ colorWrite: false })).renderOrder = 1;
      add(this.film, new MeshLambertMaterial({ transparent: true, opacity: 0.2, ...marking, ...onMarked })).userData = own;
    });
  }

  /** Seen through when it lies over another actor: plain beside the result and, unless it is in `haste`, hardly there in front of it. In
   * haste each pixel takes the first surface that comes, not the nearest one: that saves a drawing. */
  ghost(yes, haste) {
    const shown = yes && this.meshes.visible;
    this.veil.visible = shown && !(haste && this.software);
    this.film.visible = shown && !haste;
    const once = this.veil.visible || !this.meshes.visible ? {} : { stencilZPass: ReplaceStencilOp };
    for (const { material } of [...this.meshes.children, ...(this.bodies?.group.children ?? [])])
      Object.assign(material, { transparent: yes, opacity: yes ? 0.6 : 1, needsUpdate: true }, yes ? { ...marking, ...besideMarked, ...once } : { stencilWrite: false });
  }

  #addLines() {
    this.pairs = this.joints.flatMap(({ parent }, j) => (parent < 0 ? [] : [parent, j]));
    const geometry = (count) => new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));
    const onTop = { depthTest: false, transparent: true };
    this.lines = new LineSegments(geometry(this.pairs.length), new LineBasicMaterial(onTop));
    this.dots = new Points(geometry(this.joints.length), new PointsMaterial({ size: 4, sizeAttenuation: false, ...onTop }));
    for (const object of [this.lines, this.dots]) {
      object.frustumCulled = false;
      object.renderOrder = 2;
    }
  }

  /** Rotations and translations are those of the take: no interpolation, whatever the frame. */
  pose(frame) {
    const count = this.joints.length;
    const { translated } = this.clip;
    this.bones.forEach((bone, j) => bone.quaternion.fromArray(this.rotations, 4 * (frame * count + j)));
    translated.forEach((j, c) => this.bones[j].position.fromArray(this.translations, 3 * (frame * translated.length + c)));
    this.group.updateMatrixWorld(true);
    if (this.meshes.visible) for (const skin of this.skins) skin.pose();
    if (this.lines.visible) this.#poseLines();
    if (this.bodies?.group.visible) this.bodies.pose(frame);
  }

  #poseLines() {
    const place = new Vector3();
    const dots = this.dots.geometry.attributes.position;
    const ends = this.lines.geometry.attributes.position;
    this.bones.forEach((bone, j) => dots.setXYZ(j, ...place.setFromMatrixPosition(bone.matrixWorld)));
    this.pairs.forEach((j, i) => ends.setXYZ(i, dots.getX(j), dots.getY(j), dots.getZ(j)));
    dots.needsUpdate = ends.needsUpdate = true;
  }

  show({ mesh, skeleton, bodies }) {
    this.meshes.visible = mesh;
    this.lines.visible = this.dots.visible = skeleton;
    if (this.bodies) this.bodies.group.visible = bodies;
  }

  paint(colour, boneColour) {
    for (const mesh of [...this.meshes.children, ...this.film.children]) mesh.material.color.set(colour).lerp(mesh.userData.own, 0.1);
    this.lines.material.color.set(boneColour);
    this.dots.material.color.set(boneColour);
    this.bodies?.paint((_, target) => target.set(colour));
  }

  /** World positions of the joints as they are posed now (unit: m). */
  positions() {
    return this.bones.map((bone) => new Vector3().setFromMatrixPosition(bone.matrixWorld).toArray());
  }
}
