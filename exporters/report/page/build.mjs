// node build.mjs MODULES OUTPUT.cpp: bundles the page into one HTML file and writes it as a C++ source.
//
// MODULES is the folder that has node_modules. Scripts and styles are named by hash in the page's own content security
// policy, which allows nothing else: no request leaves the page, whatever a take's texts contain.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [modules, output] = process.argv.slice(2).map((name) => path.resolve(name));
const esbuild = createRequire(path.join(modules, "package.json"))("esbuild");

async function bundle(entry, loader) {
  const result = await esbuild.build({
    entryPoints: [path.join(here, entry)],
    nodePaths: [path.join(modules, "node_modules")],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "inline", // three.js's notice stays with it
    logLevel: "warning",
    loader,
  });
  return result.outputFiles[0].text.trim();
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** As string literals of at most 8000 characters, which every compiler takes. */
function literals(text) {
  const pieces = [];
  for (let i = 0; i < text.length; i += 8000) pieces.push(JSON.stringify(text.slice(i, i + 8000)).replaceAll("?", "\\?"));
  return pieces.join("\n    ");
}

const script = await bundle("src/main.js");
const style = await bundle("page.css");
if (/<\/script|<!--/i.test(script)) throw new Error("the script holds what would end its element");
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:`;
const licence = await readFile(path.join(modules, "node_modules/three/LICENSE"), "utf8");
const page = (await readFile(path.join(here, "page.html"), "utf8"))
  .replace("page:policy", () => policy)
  .replace("page:licence", () => licence.trim())
  .replace("page:style", () => style)
  .replace("page:script", () => script);

await mkdir(path.dirname(output), { recursive: true });
await writeFile(output, `// Written by exporters/report/page/build.mjs.
#include "exporters/report/report_page.h"

namespace sinew {

std::string_view report_page() {
  return
    ${literals(page)};
}

}  // namespace sinew
`);
