// Where blocks are at a time: keyframes of 16 bits, between which displacement and quaternion are interpolated.

const LEVELS = 65535;
export const COMPONENTS = 7;

export class Poses {
  constructor(arrays) {
    this.time = arrays.time;
    this.start = arrays.keyStart;
    this.frame = arrays.keyFrame;
    this.values = arrays.keyValues;
    this.low = arrays.keyLow;
    this.extent = arrays.keyExtent;
    this.settled = arrays.settled;  // displacements from which `distance` counts (m)
    this.count = this.start.length - 1;
    this.before = Uint32Array.from(this.start.subarray(0, this.count));  // keyframe of the time last asked for
    this.pose = new Float64Array(COMPONENTS);
    this.magnify = 1;  // of all displacements, in `carried` and `placed`
  }

  // The keyframe at or before a time; `share` of the way to the next is then set.
  locate(block, time) {
    const last = this.start[block + 1] - 1;
    let i = this.before[block];
    while (i < last && this.time[this.frame[i + 1]] <= time) i++;
    while (i > this.start[block] && this.time[this.frame[i]] > time) i--;
    this.before[block] = i;
    this.next = i < last ? i + 1 : i;
    const from = this.time[this.frame[i]], to = this.time[this.frame[this.next]];
    this.share = to > from ? Math.min(Math.max((time - from) / (to - from), 0), 1) : 0;
    return i;
  }

  // Displacement (m) and unit quaternion of a block; the array is overwritten by the next call.
  at(block, time) {
    const i = COMPONENTS * this.locate(block, time), j = COMPONENTS * this.next, own = COMPONENTS * block;
    const pose = this.pose;
    for (let c = 0; c < COMPONENTS; c++) {
      const whole = this.values[i + c] + this.share * (this.values[j + c] - this.values[i + c]);
      pose[c] = this.low[own + c] + this.extent[own + c] * whole / LEVELS;
    }
    const norm = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
    for (let c = 3; c < COMPONENTS; c++) pose[c] /= norm;
    return pose;
  }

  // Where a point that belongs to a block at one time is at another (m); `centroid`: of all blocks as they were built.
  carried(block, point, from, to, centroid) {
    const before = Array.from(this.at(block, from)), own = 3 * block;
    const arm = [0, 1, 2].map((c) => point[c] - centroid[own + c] - before[c]);
    return this.placed(block, turned([-before[3], -before[4], -before[5], before[6]], arm), to, centroid);
  }

  // Where a point is (m) that lies at `arm` from a block's centroid, in the orientation in which it was built.
  placed(block, arm, time, centroid) {
    const pose = this.at(block, time), own = 3 * block;
    return turned(pose.subarray(3), arm).map((part, c) => (
      centroid[own + c] + arm[c] + this.magnify * (part - arm[c] + pose[c])
    ));
  }

  distance(block, time) {
    const pose = this.at(block, time), own = 3 * block;
    return Math.hypot(...[0, 1, 2].map((c) => pose[c] - this.settled[own + c]));
  }

  // Largest distance of a block from where it was built or settled, over all its keyframes (m).
  farthest(block) {
    let most = 0;
    for (let i = this.start[block]; i < this.start[block + 1]; i++) {
      most = Math.max(most, this.distance(block, this.time[this.frame[i]]));
    }
    return most;
  }
}

// A vector turned by a unit quaternion, scalar last.
function turned([x, y, z, w], [a, b, c]) {
  const p = 2 * (y * c - z * b), q = 2 * (z * a - x * c), r = 2 * (x * b - y * a);
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}
