// Uses the page of `sinew report` in a headless browser as a person would: node report.mjs JOB.json
//
// JOB.json: {"browser": path, "page": html, "long": html, "pictures": folder, "frames": [...]}. Prints what was found as one JSON object;
// report.py judges it.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import { brightness, contrasts, halves, tabStops } from "./report_probes.mjs";

const job = JSON.parse(await readFile(process.argv[2], "utf8"));
const browser = await chromium.launch({
  executablePath: job.browser,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const system = await browser.newBrowserCDPSession();
const errors = [];
const requests = [];

async function open(file, { width = 1280, height = 720, colorScheme = "light", card = false } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  if (card) await page.addInitScript(pretendCard);
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => message.type() === "error" && errors.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => errors.push(`page: ${error.stack}`));
  page.on("request", (request) => request.url().startsWith("data:") || requests.push(request.url()));
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => window.sinew?.viewer);
  return page;
}

/** In the page: the renderer's name is that of a graphics card, so that the viewer leaves vertices to shaders. */
function pretendCard() {
  const { getParameter } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.getParameter = function named(name) {
    const value = getParameter.call(this, name);
    return typeof value === "string" && /swiftshader/i.test(value) ? "A card" : value;
  };
}

/** The same moment drawn with vertices that the page moves, and with vertices that shaders move. */
async function bothSkins() {
  const drawn = [];
  for (const card of [false, true]) {
    const page = await open(job.page, { card });
    await page.evaluate(() => (window.sinew.state.set({ mode: "single" }), window.sinew.state.seek(137)));
    drawn.push(await page.evaluate(brightness));
    await page.close();
  }
  return { shaders: drawn.map(({ shader }) => shader), boxes: drawn[0].boxes.length,
           worst: Math.max(...drawn[0].boxes.map((value, i) => Math.abs(value - drawn[1].boxes[i]))) };
}

const state = (page) => page.evaluate(() => {
  const { frame, playing, speed, loop, mode, theme, layers } = window.sinew.state;
  return { frame, playing, speed, loop, mode, theme, layers: [...layers] };
});

/** The scrubber is set as a drag of its knob sets it; joints are read back from what is drawn. */
async function scrubbed(page, frame) {
  await page.locator("#scrubber").evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, frame);
  return page.evaluate(() => {
    const [result] = window.sinew.viewer.actors;
    return { frame: window.sinew.state.frame, clock: document.getElementById("clock").textContent,
             names: result.joints.map(({ name }) => name), positions: result.positions() };
  });
}

async function keys(page) {
  const found = {};
  const press = async (name, key) => {
    await page.keyboard.press(key);
    found[name] = await state(page);
  };
  await page.locator("#view").focus();
  await press("home", "Home");
  await press("right", "ArrowRight");
  await press("tenRight", "Shift+ArrowRight");
  await press("left", "ArrowLeft");
  await press("end", "End");
  await press("play", "Space");
  await press("pause", "Space");
  await press("faster", "]");
  await press("loop", "l");
  await press("skeleton", "s");
  await press("torque", "t");
  await press("side", "3");
  await press("dark", "d");
  await press("worst", "w");
  return found;
}

/** Clicks into a plot at a share of its width between the axes. */
async function plotClick(page, id, share) {
  const box = await page.locator(`#plot-${id} .plot-area`).boundingBox();
  const [left, right] = [38, 6]; // room in plots.js
  await page.mouse.click(box.x + left + share * (box.width - left - right), box.y + box.height / 2);
  return (await state(page)).frame;
}

async function momentClick(page) {
  const button = page.locator("#moments button").first();
  const text = await button.textContent();
  await button.click();
  return { text, frame: (await state(page)).frame };
}

/** Processor time of all processes of the browser (unit: s). */
async function used() {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Plays for some seconds: what was shown per second, what the page says of it, and processor time per picture. */
async function pace(page, mode) {
  const before = await used();
  const played = await play(page, mode);
  return { ...played, cost: ((await used()) - before) / played.drawn };
}

async function play(page, mode) {
  return page.evaluate(async (wanted) => {
    const { state, player } = window.sinew;
    let drawn = 0;
    state.on("frame", () => (drawn += 1));
    state.set({ mode: wanted, playing: false });
    state.seek(0);
    const paces = [];
    const told = player.onPace;
    player.onPace = (pace) => {
      told(pace);
      if (pace) paces.push({ ...pace, said: document.getElementById("pace").textContent });
    };
    state.set({ playing: true });
    await new Promise((done) => setTimeout(done, 6000));
    const frame = state.frame;
    state.set({ playing: false });
    player.onPace = told;
    return { mode: wanted, frame, paces, drawn, canvas: [window.innerWidth, window.innerHeight] };
  }, mode);
}

async function picture(name, options, prepare) {
  const page = await open(job.page, options);
  await page.evaluate(prepare ?? (() => window.sinew.state.seek(20)));
  await page.waitForTimeout(300);
  await page.screenshot({ path: path.join(job.pictures, `${name}.png`) });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const contrast = await page.evaluate(contrasts);
  await page.close();
  return { name, overflow, contrast };
}

const report = {};
try {
  const page = await open(job.page);
  report.title = await page.title();
  report.heading = await page.locator("#name").textContent();
  report.verdict = await page.locator("#verdict").textContent();
  report.rows = await page.locator("#certificate tbody tr").count();
  report.scrubbed = [];
  for (const frame of job.frames) report.scrubbed.push(await scrubbed(page, frame));
  report.plot = await plotClick(page, "tracking", 0.5);
  report.moment = await momentClick(page);
  report.tabs = await tabStops(page);
  report.keys = await keys(page);
  report.halves = await page.evaluate(halves);
  await page.close();
  report.skins = await bothSkins();
  report.pictures = [];
  report.pictures.push(await picture("wide-light", { width: 1440, height: 900 }));
  report.pictures.push(await picture("wide-dark", { width: 1440, height: 900, colorScheme: "dark" }, () => window.sinew.state.set({ frame: 20, mode: "side" })));
  report.pictures.push(await picture("narrow-light", { width: 390, height: 844 }));
  report.pictures.push(await picture("narrow-dark", { width: 390, height: 844, colorScheme: "dark" }, () => window.sinew.state.set({ frame: 20, mode: "onion" })));
  const long = await open(job.long);
  report.speed = [await pace(long, "single"), await pace(long, "overlay")];
  await long.close();
} catch (error) {
  errors.push(String(error.stack ?? error));
} finally {
  await browser.close();
}
console.log(JSON.stringify({ ...report, errors, requests }));
