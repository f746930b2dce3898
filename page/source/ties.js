// Ties: lines between points of two blocks, which go with them; dashed where slack, of another colour where they yield.

import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineDashedMaterial, LineSegments } from "three";

export const KINDS = [["slack", "#b03030"], ["taut", "#b03030"], ["yielding", "#e07b00"]];
const DASH = 0.012;  // of the size of the structure

export class Ties {
  constructor(arrays, poses, size) {
    Object.assign(this, { poses, blocks: arrays.tieBlocks, points: arrays.tiePoints, centroid: arrays.centroid });
    this.count = this.blocks.length / 2;
    this.states = arrays.tieState;
    this.place = new BufferAttribute(new Float32Array(this.points.length), 3);
    this.along = new BufferAttribute(new Float32Array(2 * this.count), 1);  // what dashes are counted by
    this.lines = new Group();
    this.parts = KINDS.map(([name, color]) => {
      const drawn = new BufferGeometry().setAttribute("position", this.place).setAttribute("lineDistance", this.along);
      drawn.setIndex(new BufferAttribute(new Uint32Array(2 * this.count), 1));
      const dashes = { color, dashSize: DASH * size, gapSize: DASH * size };
      const part = new LineSegments(
        drawn, name === "slack" ? new LineDashedMaterial(dashes) : new LineBasicMaterial({ color }),
      );
      part.frustumCulled = false;
      this.lines.add(part);
      return part;
    });
  }

  // Which of KINDS a tie is in the last of the states up to a time.
  kind(tie, row) {
    const rows = this.states.length / this.count;
    return this.states[Math.min(row, rows - 1) * this.count + tie];
  }

  // Where the ends are at a time, after the state `row`; `shift`: of all that is drawn.
  seek(time, row, shift) {
    this.blocks.forEach((block, end) => {
      const arm = this.points.subarray(3 * end, 3 * end + 3);
      this.place.setXYZ(end, ...this.poses.placed(block, arm, time, this.centroid));
    });
    this.place.needsUpdate = true;
    this.shown = [0, 0, 0];
    const at = this.place.array;
    for (let tie = 0; tie < this.count; tie++) {
      const [a, b] = [at.subarray(6 * tie, 6 * tie + 3), at.subarray(6 * tie + 3, 6 * tie + 6)];
      this.along.setX(2 * tie + 1, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
      const kind = this.kind(tie, row), index = this.parts[kind].geometry.index;
      index.array.set([2 * tie, 2 * tie + 1], 2 * this.shown[kind]++);
    }
    this.along.needsUpdate = true;
    this.parts.forEach((part, kind) => {
      part.geometry.index.needsUpdate = true;
      part.geometry.setDrawRange(0, 2 * this.shown[kind]);
      part.visible = this.shown[kind] > 0;
    });
    this.lines.position.copy(shift);
  }
}
