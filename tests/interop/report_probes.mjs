// What report.mjs asks of a page. Functions marked so run inside of it.

/** In the page: texts whose contrast with what is behind them is below that of WCAG AA. */
export function contrasts() {
  const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const linear = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const behind = (element) => {
    for (let node = element; node; node = node.parentElement) {
      const colour = channels(getComputedStyle(node).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  let checked = 0;
  for (const element of document.body.querySelectorAll("*")) {
    const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent.trim()).join(" ").trim();
    if (!text || !element.checkVisibility() || element.matches("script, option, noscript")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [luminance(channels(style.color)), luminance(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    checked += 1;
    if (ratio < (large ? 3 : 4.5)) poor.push({ text: text.slice(0, 40), ratio });
  }
  return { checked, poor };
}

/** In the page: how many pixels of the left and of the right half are clearly blue, and clearly orange. */
export function halves() {
  const { viewer } = window.sinew;
  viewer.dirty = true;
  viewer.draw();
  const gl = viewer.renderer.getContext();
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const found = [{ blue: 0, orange: 0 }, { blue: 0, orange: 0 }];
  for (let i = 0; i < width * height; ++i) {
    const [r, , b] = pixels.subarray(4 * i, 4 * i + 3);
    const half = found[i % width < width / 2 ? 0 : 1];
    half.blue += b > r + 50 ? 1 : 0;
    half.orange += r > b + 50 ? 1 : 0;
  }
  return found;
}

/** In the page: the picture as brightnesses of boxes of 8 x 8 pixels, and whether vertices are moved by a shader. */
export function brightness() {
  const { viewer } = window.sinew;
  viewer.dirty = true;
  viewer.draw();
  const gl = viewer.renderer.getContext();
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const [columns, rows] = [Math.floor(width / 8), Math.floor(height / 8)];
  const boxes = new Array(columns * rows).fill(0);
  for (let y = 0; y < 8 * rows; ++y) {
    for (let x = 0; x < 8 * columns; ++x) {
      const i = 4 * (y * width + x);
      boxes[Math.floor(y / 8) * columns + Math.floor(x / 8)] += (pixels[i] + pixels[i + 1] + pixels[i + 2]) / 192;
    }
  }
  return { boxes, shader: viewer.result.meshes.children.every((mesh) => mesh.isSkinnedMesh) };
}

/** What the tabulator key reaches, in order, up to the certificate. */
export async function tabStops(page) {
  await page.evaluate(() => document.activeElement?.blur());
  const reached = [];
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => {
      const { activeElement: element } = document;
      const outline = getComputedStyle(element).outlineStyle;
      return { id: element.id || element.parentElement?.parentElement?.id || element.tagName, outline };
    }));
  }
  return reached;
}
