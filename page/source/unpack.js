// The data of the page: base64 of a gzip of a JSON header and arrays; drystone/page/packing.py says how they lie.

const TYPES = {
  uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, int16: Int16Array, float32: Float32Array,
  float64: Float64Array,
};

export async function unpack(text) {
  const letters = atob(text.trim());
  const zipped = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) zipped[i] = letters.charCodeAt(i);
  const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).arrayBuffer();
  const first = 4 + new DataView(whole).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, first - 4)));
  const arrays = {};
  for (const [name, told] of Object.entries(header.arrays)) {
    const size = told.shape.reduce((product, n) => product * n, 1);
    arrays[name] = told.coding === "delta"
      ? summed(new Uint8Array(whole, first + told.offset, 2 * size), told.shape)
      : new TYPES[told.type](whole, first + told.offset, size);
  }
  return { header, arrays };
}

// Whole numbers of 16 bits from their folded differences, column by column; high bytes first, then low ones.
function summed(bytes, shape) {
  const size = bytes.length / 2, rows = shape[0], columns = rows ? size / rows : 0;
  const values = new Uint16Array(size);
  let last = 0, k = 0;
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++, k++) {
      const folded = bytes[k] << 8 | bytes[size + k];
      last = last + (folded >> 1 ^ -(folded & 1)) & 65535;
      values[row * columns + column] = last;
    }
  }
  return values;
}
