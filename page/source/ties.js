// Ties: lines between points of two blocks, which go with them.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from "three";

const COLOUR = 0xb03030;

export class Ties {
  constructor(arrays, poses) {
    Object.assign(this, { poses, blocks: arrays.tieBlocks, points: arrays.tiePoints, centroid: arrays.centroid });
    this.place = new BufferAttribute(new Float32Array(this.points.length), 3);
    const lines = new BufferGeometry().setAttribute("position", this.place);
    this.lines = new LineSegments(lines, new LineBasicMaterial({ color: COLOUR }));
    this.lines.frustumCulled = false;
  }

  // Where the ends are at a time; `shift`: of all that is drawn.
  seek(time, shift) {
    this.blocks.forEach((block, end) => {
      const arm = this.points.subarray(3 * end, 3 * end + 3);
      this.place.setXYZ(end, ...this.poses.placed(block, arm, time, this.centroid));
    });
    this.place.needsUpdate = true;
    this.lines.position.copy(shift);
  }
}
