// The report's data: a head in JSON that says what is where, and typed arrays in one block of base64.

const kinds = { f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array, i8: Int8Array };

function decodeBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** {head, array(name)}: the arrays share the block's memory. */
export function readReport(document) {
  const head = JSON.parse(document.getElementById("head").textContent);
  const element = document.getElementById("data");
  const bytes = decodeBase64(element.textContent.trim());
  element.textContent = ""; // the text is twice the size of the numbers
  const array = (name) => {
    const [kind, start, count] = head.arrays[name];
    return new kinds[kind](bytes.buffer, bytes.byteOffset + start, count);
  };
  return { head, array };
}

/** Lists of rows, one list per frame: at(frame) gives the rows of a frame as subarrays. */
export function rowsOf(report, { rows, offsets, columns }) {
  const values = report.array(rows);
  const starts = report.array(offsets);
  return {
    at(frame) {
      const list = [];
      for (let r = starts[frame]; r < starts[frame + 1]; ++r) list.push(values.subarray(r * columns, (r + 1) * columns));
      return list;
    },
  };
}

/** Three significant digits, without an exponent where that can be read. */
export function short(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(1);
  if (size >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}
