// Runs in the browser: loads one glTF file, plays one of its clips, reads the nodes back and draws a contact sheet.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const background = 0x20242b;

/** Nodes in glTF order with the names of the file (three.js changes characters that its track names cannot hold). */
function nodesOf(gltf) {
  const nodes = [];
  gltf.scene.traverse((object) => {
    const index = gltf.parser.associations.get(object)?.nodes;
    if (index !== undefined && !nodes[index]) nodes[index] = object;
  });
  const definitions = gltf.parser.json.nodes ?? [];
  return nodes.map((object, index) => ({ object, index, name: definitions[index].name ?? `node_${index}` })).filter(Boolean);
}

function jointIndices(gltf) {
  return new Set((gltf.parser.json.skins ?? []).flatMap((skin) => skin.joints));
}

/** A function that poses the scene at a time; clips are held at their last frame. */
function poser(gltf, clip) {
  const animation = typeof clip === "string" ? gltf.animations.find((a) => a.name === clip) : gltf.animations[clip ?? 0];
  if (typeof clip === "string" && !animation) throw new Error(`no clip ${clip}`);
  if (!animation) return () => gltf.scene.updateMatrixWorld(true);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(animation);
  action.setLoop(THREE.LoopOnce);
  action.clampWhenFinished = true;
  return (time) => {
    action.reset().play();
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
  };
}

const position = (object) => new THREE.Vector3().setFromMatrixPosition(object.matrixWorld);

/** The box around all joints and rigid meshes over the given times. */
function boxOver(gltf, nodes, pose, times) {
  const box = new THREE.Box3();
  for (const time of times) {
    pose(time);
    for (const { object } of nodes) box.expandByPoint(position(object));
    gltf.scene.traverse((object) => object.isMesh && !object.isSkinnedMesh && box.expandByObject(object));
  }
  const size = box.getSize(new THREE.Vector3()).length() || 1;
  return box.expandByScalar(0.05 * size);
}

function cameraFor(box, aspect) {
  const sphere = box.getBoundingSphere(new THREE.Sphere());
  const camera = new THREE.PerspectiveCamera(35, aspect, sphere.radius / 100, sphere.radius * 100);
  const distance = (sphere.radius * 1.02) / Math.sin(THREE.MathUtils.degToRad(17.5)) / Math.min(1, aspect);
  camera.position.copy(sphere.center).addScaledVector(new THREE.Vector3(0.55, 0.3, 0.8).normalize(), distance);
  camera.lookAt(sphere.center);
  return camera;
}

/** The largest of ..., 0.1, 0.2, 0.5, 1, 2, 5, ... up to a length. */
function niceStep(length) {
  const decade = 10 ** Math.floor(Math.log10(length));
  return [5, 2, 1].find((factor) => factor * decade <= length) * decade;
}

/** Lights, a grid on the ground and the bones as lines. */
function stageFor(gltf, box) {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(background);
  scene.add(gltf.scene, new THREE.HemisphereLight(0xffffff, 0x556070, 2.5));
  const sun = new THREE.DirectionalLight(0xffffff, 2);
  sun.position.set(1, 3, 2);
  scene.add(sun);
  const cell = niceStep(box.getSize(new THREE.Vector3()).length() / 6);
  const grid = new THREE.GridHelper(40 * cell, 40, 0x8899aa, 0x445566);
  const centre = box.getCenter(new THREE.Vector3());
  grid.position.set(Math.round(centre.x / cell) * cell, 0, Math.round(centre.z / cell) * cell);
  const material = new THREE.LineBasicMaterial({ color: 0xffa030, depthTest: false, transparent: true });
  const lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
  lines.frustumCulled = false;
  lines.renderOrder = 1;
  scene.add(grid, lines);
  gltf.scene.traverse((object) => (object.frustumCulled = false));
  return { scene, helpers: [grid, lines], lines };
}

function drawBones(lines, nodes, joints) {
  const shown = new Set(nodes.filter((n) => joints.size === 0 || joints.has(n.index)).map((n) => n.object));
  const points = [];
  for (const object of shown) if (shown.has(object.parent)) points.push(position(object), position(object.parent));
  lines.geometry.dispose();
  lines.geometry = new THREE.BufferGeometry().setFromPoints(points);
}

/** The share of pixels that differ from the background. */
function coverage(renderer) {
  const gl = renderer.getContext();
  const { drawingBufferWidth: w, drawingBufferHeight: h } = gl;
  const pixels = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4)
    count += Math.abs(pixels[i] - 0x20) + Math.abs(pixels[i + 1] - 0x24) + Math.abs(pixels[i + 2] - 0x2b) > 12;
  return count / (w * h);
}

/** Tiles side by side, one per time; also says how much of the first tile the meshes alone fill. */
function contactSheet(gltf, nodes, pose, times, width, height) {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  document.body.replaceChildren(renderer.domElement);
  const box = boxOver(gltf, nodes, pose, times);
  const camera = cameraFor(box, width / height);
  const { scene, helpers, lines } = stageFor(gltf, box);
  const joints = jointIndices(gltf);
  pose(times[0]);
  for (const helper of helpers) helper.visible = false;
  renderer.setSize(width, height);
  renderer.render(scene, camera);
  const filled = coverage(renderer);
  for (const helper of helpers) helper.visible = true;
  renderer.setSize(width * times.length, height);
  renderer.setScissorTest(true);
  times.forEach((time, i) => {
    pose(time);
    drawBones(lines, nodes, joints);
    renderer.setViewport(i * width, 0, width, height);
    renderer.setScissor(i * width, 0, width, height);
    renderer.render(scene, camera);
  });
  return filled;
}

/** Called by play.mjs: {url, clip, times, tiles, width, height} -> what three.js made of it. */
window.play = async function ({ url, clip, times, tiles, width, height }) {
  const gltf = await new GLTFLoader().loadAsync(url);
  const nodes = nodesOf(gltf);
  const pose = poser(gltf, clip);
  const samples = times.map((time) => {
    pose(time);
    return { time, positions: nodes.map(({ object }) => position(object).toArray()) };
  });
  const filled = contactSheet(gltf, nodes, pose, tiles, width, height);
  let meshes = 0;
  gltf.scene.traverse((object) => (meshes += object.isMesh ? 1 : 0));
  return { clips: gltf.animations.map((a) => a.name), nodes: nodes.map((n) => n.name), samples, meshes, filled };
};
window.ready = true;
