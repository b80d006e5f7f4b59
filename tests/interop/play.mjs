// Plays glTF files in three.js in a headless browser: node play.mjs JOBS.json OUT_DIR
//
// JOBS.json: {"browser": path, "jobs": [{"id", "file", "clip": name, index or null, "times": [s...], "tiles": [s...]}]}
// Writes OUT_DIR/<id>.json: {"ok", "errors": [console errors, failed requests ...], "clips", "nodes": [names],
// "samples": [{"time", "positions": [[x, y, z], ...]}], "meshes", "filled": share of the picture that the meshes fill at the first tile},
// and OUT_DIR/<id>.png: the contact sheet of the tiles, side by side.
import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const [jobsFile, outDir] = process.argv.slice(2);
const { browser: executablePath, jobs } = JSON.parse(await readFile(jobsFile, "utf8"));
const tile = { width: 300, height: 360 };
const types = { ".html": "text/html", ".mjs": "text/javascript", ".js": "text/javascript", ".glb": "model/gltf-binary",
                ".gltf": "model/gltf+json", ".png": "image/png", ".jpg": "image/jpeg" };

/** /files/<number>/<name> is the folder of a job's file; the rest is the page and three.js. Nothing else is served. */
function locate(url) {
  const parts = decodeURIComponent(new URL(url, "http://localhost").pathname).split("/").slice(1);
  if (parts.includes("..")) return null;
  if (parts[0] === "files") return path.join(path.dirname(jobs[Number(parts[1])].file), ...parts.slice(2));
  if (parts[0] === "three") return path.join(here, "node_modules", ...parts);
  return path.join(here, parts[0] || "play.html");
}

async function serve(request, response) {
  const file = locate(request.url);
  const found = file && (await stat(file).catch(() => null));
  if (!found?.isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[path.extname(file).toLowerCase()] ?? "application/octet-stream", "content-length": found.size });
  createReadStream(file).pipe(response);
}

async function play(browser, address, job, number) {
  const errors = [];
  const page = await browser.newPage({ viewport: { width: tile.width * job.tiles.length, height: tile.height } });
  page.on("console", (message) => message.type() === "error" && errors.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => errors.push(`page: ${error}`));
  page.on("requestfailed", (request) => request.url().startsWith("blob:") || errors.push(`request: ${request.url()}`));
  page.on("response", (answer) => answer.status() >= 400 && errors.push(`request: ${answer.status()} ${answer.url()}`));
  page.setDefaultTimeout(60_000);
  try {
    await page.goto(`${address}/play.html`);
    await page.waitForFunction(() => window.ready);
    const url = `${address}/files/${number}/${encodeURIComponent(path.basename(job.file))}`;
    const result = await page.evaluate((task) => window.play(task), { ...job, ...tile, url });
    await page.screenshot({ path: path.join(outDir, `${job.id}.png`) });
    return { ok: errors.length === 0, errors, ...result };
  } catch (error) {
    return { ok: false, errors: [...errors, String(error)] };
  } finally {
    await page.close();
  }
}

const server = http.createServer((request, response) => serve(request, response).catch(() => response.destroy()));
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const browser = await chromium.launch({
  executablePath,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  const address = `http://127.0.0.1:${server.address().port}`;
  for (const [number, job] of jobs.entries()) {
    const result = await play(browser, address, job, number);
    await writeFile(path.join(outDir, `${job.id}.json`), JSON.stringify(result));
  }
} finally {
  await browser.close();
  server.close();
}
