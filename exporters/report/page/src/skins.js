// Skinned surfaces. Where pictures are computed without a graphics card, vertices are moved here, once for all that draws them: a
// shader in software would do it again for every drawing of every triangle's corner, and takes most of a frame's time for it.
import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Matrix4, Mesh, Skeleton, SkinnedMesh } from "three";

const identity = new Matrix4();

function joined(Kind, arrays) {
  const all = new Kind(arrays.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const array of arrays) {
    all.set(array, place);
    place += array.length;
  }
  return all;
}

/** One geometry of several meshes with the same skin: each costs a drawing, whatever its size. */
function joinedGeometry(report, names) {
  const part = (suffix) => names.map((name) => report.array(`${name}.${suffix}`));
  const positions = part("positions");
  let first = 0;
  const indices = part("indices").map((list, i) => {
    const moved = Uint32Array.from(list, (index) => index + first);
    first += positions[i].length / 3;
    return moved;
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(joined(Float32Array, positions), 3));
  geometry.setAttribute("skinIndex", new BufferAttribute(joined(Uint16Array, part("joints")), 4));
  geometry.setAttribute("skinWeight", new BufferAttribute(joined(Uint8Array, part("weights")), 4, true));
  geometry.setIndex(new BufferAttribute(joined(Uint32Array, indices), 1));
  const normals = part("normals");
  if (normals.every((list, i) => list.length === (4 * positions[i].length) / 3)) geometry.setAttribute("normal", new BufferAttribute(joined(Int8Array, normals), 4, true));
  else geometry.computeVertexNormals();
  return geometry;
}

/** The surfaces of a character, shared by its actors, one per skin and colour: [{geometry, joints, inverses, colour}]. */
export function characterSurfaces(report, character) {
  const groups = new Map();
  for (const { array, skin, colour } of character.meshes) {
    const key = JSON.stringify([skin, colour]);
    if (!groups.has(key)) groups.set(key, { skin, colour, names: [] });
    groups.get(key).names.push(array);
  }
  return [...groups.values()].map(({ skin, colour, names }) => ({
    geometry: joinedGeometry(report, names),
    joints: character.skins[skin].joints,
    inverses: report.array(character.skins[skin].inverse_bind),
    colour: new Color(...(colour ?? [0.7, 0.7, 0.7])),
  }));
}

/** Moved by the graphics card. */
class CardSkin {
  constructor({ geometry, joints, inverses }, bones) {
    this.geometry = geometry;
    this.skeleton = new Skeleton(joints.map((j) => bones[j]), joints.map((_, i) => new Matrix4().fromArray(inverses, 16 * i)));
  }

  mesh(material) {
    const mesh = new SkinnedMesh(this.geometry, material);
    mesh.bind(this.skeleton, identity);
    return mesh;
  }

  pose() {}
}

/** Moved here, as SkinnedMesh would: the weighted mean of the joints' matrices, applied to position and normal. */
class OwnSkin {
  #matrix = new Matrix4();

  constructor({ geometry, joints, inverses }, bones) {
    this.source = geometry;
    this.bones = joints.map((j) => bones[j]);
    this.inverses = joints.map((_, i) => new Matrix4().fromArray(inverses, 16 * i));
    this.matrices = new Float32Array(12 * joints.length);
    const vertices = geometry.attributes.position.count;
    this.geometry = new BufferGeometry().setIndex(geometry.index);
    for (const name of ["position", "normal"]) {
      this.geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(DynamicDrawUsage));
    }
  }

  mesh(material) {
    return new Mesh(this.geometry, material);
  }

  pose() {
    this.#poseMatrices();
    const { position, normal, skinIndex, skinWeight } = this.source.attributes;
    const { matrices } = this;
    const [from, turned, joints, weights] = [position.array, normal.array, skinIndex.array, skinWeight.array];
    const step = normal.itemSize;
    const [to, facing] = [this.geometry.attributes.position.array, this.geometry.attributes.normal.array];
    for (let v = 0, p = 0, n = 0, w = 0; v < position.count; ++v, p += 3, n += step, w += 4) {
      const [x, y, z, a, b, c] = [from[p], from[p + 1], from[p + 2], turned[n], turned[n + 1], turned[n + 2]];
      let px = 0, py = 0, pz = 0, nx = 0, ny = 0, nz = 0;
      for (let k = 0; k < 4; ++k) {
        const share = weights[w + k] / 255;
        if (share === 0) continue;
        const m = 12 * joints[w + k];
        px += share * (matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3]);
        py += share * (matrices[m + 4] * x + matrices[m + 5] * y + matrices[m + 6] * z + matrices[m + 7]);
        pz += share * (matrices[m + 8] * x + matrices[m + 9] * y + matrices[m + 10] * z + matrices[m + 11]);
        nx += share * (matrices[m] * a + matrices[m + 1] * b + matrices[m + 2] * c);
        ny += share * (matrices[m + 4] * a + matrices[m + 5] * b + matrices[m + 6] * c);
        nz += share * (matrices[m + 8] * a + matrices[m + 9] * b + matrices[m + 10] * c);
      }
      to[p] = px;
      to[p + 1] = py;
      to[p + 2] = pz;
      facing[p] = nx;
      facing[p + 1] = ny;
      facing[p + 2] = nz;
    }
    this.geometry.attributes.position.needsUpdate = this.geometry.attributes.normal.needsUpdate = true;
  }

  /** Rows of world from bind, joint by joint. */
  #poseMatrices() {
    this.bones.forEach((bone, j) => {
      const { elements } = this.#matrix.multiplyMatrices(bone.matrixWorld, this.inverses[j]);
      for (let row = 0; row < 3; ++row) {
        for (let column = 0; column < 4; ++column) this.matrices[12 * j + 4 * row + column] = elements[4 * column + row];
      }
    });
  }
}

/** A surface on the bones of one actor: {mesh(material), pose()}. */
export function makeSkin(surface, bones, software) {
  return software ? new OwnSkin(surface, bones) : new CardSkin(surface, bones);
}
