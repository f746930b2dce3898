// What the corners of blocks that deform are displaced by within their blocks, interpolated between some of the states.

import { BufferAttribute } from "three";
import { between } from "./between.js";

export class Deformed {
  constructor(header, arrays) {
    this.time = Array.from(arrays.bentStates, (state) => arrays.time[state]);
    this.vertices = arrays.bentVertices;
    const signed = new Int16Array(arrays.bent.buffer, arrays.bent.byteOffset, arrays.bent.length);
    this.values = Float32Array.from(signed, (whole) => header.bent * whole / 32767);
    this.bend = new BufferAttribute(new Float32Array(arrays.vertices.length), 3);
  }

  seek(time) {
    const [row, next, share] = between(this.time, time), size = 3 * this.vertices.length;
    this.vertices.forEach((vertex, i) => {
      for (let c = 0; c < 3; c++) {
        const a = this.values[row * size + 3 * i + c], b = this.values[next * size + 3 * i + c];
        this.bend.array[3 * vertex + c] = a + share * (b - a);
      }
    });
    this.bend.needsUpdate = true;
  }
}
