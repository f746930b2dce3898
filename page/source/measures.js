// What blocks are coloured by: values of each block at a time, their largest, and colours.

import { between } from "./between.js";

export const STONE = [[222, 208, 180], [212, 196, 166], [229, 217, 193], [204, 190, 164], [217, 199, 170]];
const FIXED = [150, 144, 134];
export const PICKED = [60, 184, 156];
export const STATES = [
  ["in place", [222, 210, 186]], ["moved", [236, 178, 84]], ["fallen", [186, 62, 40]], ["fixed", FIXED],
];
const RAMP = [[232, 224, 205], [243, 199, 120], [232, 135, 66], [187, 58, 50], [98, 18, 46]];

export function ramp(share) {
  const place = Math.min(Math.max(share, 0), 1) * (RAMP.length - 1);
  const i = Math.min(Math.floor(place), RAMP.length - 2), f = place - i;
  return RAMP[i].map((from, c) => from + f * (RAMP[i + 1][c] - from));
}

export function toneOf(block) {
  return STONE[(Math.imul(block + 1, 2654435761) >>> 16) % STONE.length];
}

// A value of each block, stored in some states.
class Stored {
  constructor(told, number, arrays) {
    Object.assign(this, told);
    this.times = Array.from(arrays[`measureStates${number}`], (state) => arrays.time[state]);
    this.values = arrays[`measure${number}`];
    this.blocks = this.values.length / this.times.length;
  }

  seek(time) {
    [this.row, this.next, this.share] = between(this.times, time);
  }

  of(block) {
    const a = this.values[this.row * this.blocks + block];
    const b = this.values[this.next * this.blocks + block];
    return this.largest * (a + this.share * (b - a)) / 65535;
  }

  most(standing) {
    let most = 0;
    for (let i = 0; i < this.values.length; i++) if (standing(i % this.blocks)) most = Math.max(most, this.values[i]);
    return this.largest * most / 65535;
  }
}

class Displacement {
  constructor(poses) {
    Object.assign(this, { poses, name: "displacement", unit: "m" });
  }
  seek(time) { this.time = time; }
  of(block) { return this.poses.distance(block, this.time); }
  most(standing) {
    let most = 0;
    for (let b = 0; b < this.poses.count; b++) if (standing(b)) most = Math.max(most, this.poses.farthest(b));
    return most;
  }
}

export class Measures {
  constructor(header, arrays, poses) {
    this.fixed = arrays.fixed;
    this.fallen = arrays.fallen;
    this.moved = header.moved;
    this.poses = poses;
    this.all = [];
    if (header.kind !== "structure") this.all.push(new Displacement(poses));
    header.measures.forEach((told, number) => this.all.push(new Stored(told, number, arrays)));
    for (const one of this.all) one.top = this.top(one);
  }

  // The largest value of what never falls, else of all: what flies off does not fade what stands.
  top(measure) {
    return measure.most((b) => this.fallen[b] === Infinity) || measure.most(() => true) || 1;
  }

  state(block, time) {
    if (this.fixed[block]) return 3;
    if (time >= this.fallen[block]) return 2;
    return this.poses.distance(block, time) > this.moved ? 1 : 0;
  }

  // Colours (0 to 255) of all blocks into an array of four bytes each.
  paint(mode, time, bytes) {
    const measure = this.all.find((one) => one.name === mode);
    if (measure) measure.seek(time);
    for (let b = 0; b < this.fixed.length; b++) {
      let colour = this.fixed[b] ? FIXED : toneOf(b);
      if (mode === "state") colour = STATES[this.state(b, time)][1];
      else if (measure && !this.fixed[b]) colour = ramp(measure.of(b) / measure.top);
      bytes.set(colour, 4 * b);
    }
  }
}
