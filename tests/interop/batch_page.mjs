// Uses the page of `sinew batch report` in a headless browser: node batch_page.mjs JOB.json
//
// JOB.json: {"browser": path, "page": html, "pictures": folder}. Prints what was found as one JSON object; batch_page.py judges it.
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";
import { contrasts } from "./report_probes.mjs";

const job = JSON.parse(await readFile(process.argv[2], "utf8"));
const browser = await chromium.launch({
  executablePath: job.browser,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"],
});
const errors = [];
const requests = [];

async function open({ width = 1280, height = 720, colorScheme = "light" } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => message.type() === "error" && errors.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => errors.push(`page: ${error.stack}`));
  page.on("request", (request) => request.url().startsWith("data:") || requests.push(request.url()));
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  /** Processor time that the page's thread has used (unit: s). */
  const used = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  await page.goto(`file://${job.page}`);
  return { page, used };
}

const count = (page) => page.locator("#shown").textContent();

/** Rows that can be seen, from the top. */
const rows = (page) => page.evaluate(() => [...document.querySelectorAll("#items tbody tr")].filter((tr) => tr.row && !tr.hidden)
  .map((tr) => ({ number: Number(tr.cells[0].textContent), name: tr.cells[1].textContent, state: tr.cells[2].textContent,
                  error: tr.cells[3].textContent, width: tr.cells[1].clientWidth, report: tr.querySelector("a")?.href ?? "" })));

/** From top to bottom, some hundred pixels with every picture, as a person with a wheel would; then by the bar, in great leaps. */
async function scroll(page, used) {
  const before = await used();
  const found = await page.evaluate(async () => {
    const grid = document.getElementById("grid");
    const made = { pictures: 0, most: 0, blank: 0 };
    const picture = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const look = async (top) => {
      grid.scrollTop = top;
      await picture();
      const { left, top: edge, width, height } = grid.getBoundingClientRect();
      const row = document.elementFromPoint(left + width / 2, edge + height / 2)?.closest("tr");
      made.blank += row?.row ? 0 : 1;
      made.most = Math.max(made.most, grid.querySelectorAll("tr").length);
      made.pictures += 2;
    };
    for (let top = 0; top < 30_000; top += 150) await look(top);
    for (let top = 30_000; top < grid.scrollHeight; top += 4000) await look(top);
    await look(grid.scrollHeight);
    return { ...made, bottom: (grid.scrollTop + grid.clientHeight) / grid.scrollHeight };
  });
  return { ...found, cost: ((await used()) - before) / found.pictures };
}

async function sorted(page, used) {
  const button = page.locator("#items th button", { hasText: "worst error" });
  await button.click();
  const before = await used();
  await button.click();
  await page.waitForTimeout(100);
  const cost = (await used()) - before;
  return { cost, aria: await page.locator("#items th[aria-sort]").getAttribute("aria-sort"), values: (await rows(page)).map(({ error }) => Number(error)) };
}

async function searched(page, used) {
  const before = await used();
  const text = "take_004321";
  await page.locator("#find").focus();
  await page.keyboard.type(text);
  await page.waitForTimeout(100);
  const cost = ((await used()) - before) / text.length;
  return { cost, count: await count(page), rows: await rows(page) };
}

const chosen = (page) => page.evaluate(() => {
  const row = document.querySelector("#items tr[aria-selected=true]:not([hidden])");
  const [box, frame] = [row?.getBoundingClientRect(), document.getElementById("grid").getBoundingClientRect()];
  return { number: Number(row?.cells[0].textContent), seen: Boolean(row) && box.top >= frame.top && box.bottom <= frame.bottom + 1,
           told: document.getElementById("detail").textContent };
});

async function picture(name, options) {
  const { page } = await open(options);
  await page.waitForTimeout(200);
  await page.screenshot({ path: path.join(job.pictures, `${name}.png`) });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const contrast = await page.evaluate(contrasts);
  await page.close();
  return { name, overflow, contrast };
}

const report = { bytes: (await stat(job.page)).size };
try {
  const { page, used } = await open();
  report.loading = await used();
  report.first = (await rows(page)).slice(0, 10);
  report.scroll = await scroll(page, used);
  report.searched = await searched(page, used);
  await page.locator("#find").fill("");
  await page.locator("#only").selectOption("done");
  report.done = { count: await count(page), first: (await rows(page))[0] };
  report.sorted = await sorted(page, used);
  await page.locator("#grid").focus();
  await page.keyboard.press("End");
  report.last = await chosen(page);
  await page.keyboard.press("ArrowUp");
  report.back = await chosen(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/-reports\//);
  report.opened = await page.title();
  await page.close();
  report.pictures = [];
  for (const colorScheme of ["light", "dark"]) {
    report.pictures.push(await picture(`wide-${colorScheme}`, { width: 1440, height: 900, colorScheme }));
    report.pictures.push(await picture(`narrow-${colorScheme}`, { width: 390, height: 844, colorScheme }));
  }
} catch (error) {
  errors.push(String(error.stack ?? error));
} finally {
  await browser.close();
}
console.log(JSON.stringify({ ...report, errors, requests }));
