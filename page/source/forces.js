// Forces in joints as arrows, thrust lines as rods, of the state with known contacts that is nearest in time. They go
// with the second block of their joint.

import {
  AlwaysDepth, BufferAttribute, BufferGeometry, GLSL3, Group, InstancedBufferAttribute, InstancedBufferGeometry,
  LessEqualDepth, Mesh, RawShaderMaterial, Vector4,
} from "three";
import { ARROW_FRAGMENT, ARROW_VERTEX } from "./shaders.js";

const SIDES = 8;
const HIDDEN = 0.5;
const SHARE = 0.11;   // length of the largest force of a usual state, of the size of the structure
const LONGEST = 0.3;  // length at which arrows end: impacts are that much larger than what stands

// Rings of a shaft and a head: radius and place along the arrow, see ARROW_VERTEX.
function arrowGeometry(headed) {
  const rings = headed ? [[0, 0], [1, 0], [1, 1], [2.6, 1], [0, 2]] : [[0, 0], [1, 0], [1, 1], [0, 1]];
  const corners = [], triangles = [];
  for (const [radius, z] of rings) {
    for (let i = 0; i < SIDES; i++) {
      const angle = 2 * Math.PI * i / SIDES;
      corners.push(radius * Math.cos(angle), radius * Math.sin(angle), z);
    }
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < SIDES; i++) {
      const a = ring * SIDES + i, b = ring * SIDES + (i + 1) % SIDES;
      triangles.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
    }
  }
  const made = new InstancedBufferGeometry();
  made.setAttribute("position", new BufferAttribute(Float32Array.from(corners), 3));
  made.setIndex(triangles);
  return made;
}

// Instances of one shape: seen in front of blocks, and through them fainter.
class Arrows {
  constructor(shared, headed, most) {
    this.group = new Group();
    this.middle = new InstancedBufferAttribute(new Float32Array(3 * most), 3);
    this.force = new InstancedBufferAttribute(new Float32Array(3 * most), 3);
    this.geometry = arrowGeometry(headed);
    this.geometry.setAttribute("middle", this.middle);
    this.geometry.setAttribute("force", this.force);
    this.own = {
      scale: { value: 1 }, radius: { value: 1 }, head: { value: headed ? 5 : 0 }, longest: { value: Infinity },
    };
    this.inks = [new Vector4(), new Vector4()];
    [AlwaysDepth, LessEqualDepth].forEach((depthFunc, i) => {
      const mesh = new Mesh(this.geometry, new RawShaderMaterial({
        glslVersion: GLSL3, vertexShader: ARROW_VERTEX, fragmentShader: ARROW_FRAGMENT, transparent: true, depthFunc,
        depthWrite: i === 1,
        uniforms: { ...this.own, shift: shared.shift, section: shared.section, ink: { value: this.inks[i] } },
      }));
      mesh.frustumCulled = false;
      mesh.renderOrder = 2 + i;
      this.group.add(mesh);
    });
  }

  ink(colour) {
    this.inks[0].set(...colour, HIDDEN);
    this.inks[1].set(...colour, 1);
  }

  show(count) {
    this.geometry.instanceCount = count;
    this.middle.needsUpdate = this.force.needsUpdate = true;
    this.group.visible = count > 0;
  }
}

export class Forces {
  constructor(header, arrays, shared, size, poses) {
    this.poses = poses;
    this.centroid = arrays.centroid;
    const told = this.told = header.forces;
    this.time = Array.from(arrays.forceState, (state) => arrays.time[state]);
    this.start = arrays.forceStart;
    this.blocks = arrays.forceBlocks;
    const signed = new Int16Array(arrays.force.buffer, arrays.force.byteOffset, arrays.force.length);
    const placed = (whole, i) => told.low[i % 3] + told.extent[i % 3] * whole / 65535;
    this.point = Float32Array.from(arrays.forcePoint, placed);
    this.force = Float32Array.from(signed, (whole) => told.largest * whole / 32767);
    this.lines = arrays.thrust;
    this.lineBlocks = arrays.thrustBlock;
    let most = 1;
    this.largest = Array.from(this.time, (_, state) => {
      let largest = 0;
      for (let i = this.start[state]; i < this.start[state + 1]; i++) largest = Math.max(largest, this.sizeOf(i));
      most = Math.max(most, this.start[state + 1] - this.start[state]);
      return largest;
    });
    const sorted = this.largest.filter((one) => one > 0).sort((one, other) => one - other);
    this.usual = sorted[sorted.length >> 1] || 1;
    this.hasLines = told.lines.some((n) => n > 1);
    this.arrows = new Arrows(shared, true, most);
    this.rods = new Arrows(shared, false, Math.max(1, ...told.lines));
    this.size = size;
    this.rods.own.radius.value = 0.0035 * size;
    this.arrows.own.radius.value = 0.0045 * size;
    this.arrows.own.longest.value = LONGEST * size;
    this.shownArrows = new Group().add(this.arrows.group);
    this.shownRods = new Group().add(this.rods.group);
    this.stretch(0);
    this.shown = -1;
  }

  sizeOf(joint) {
    return Math.hypot(this.force[3 * joint], this.force[3 * joint + 1], this.force[3 * joint + 2]);
  }

  stretch(power) {
    this.arrows.own.scale.value = SHARE * this.size / this.usual * 2 ** power;
  }

  // The state nearest to a time.
  nearest(time) {
    let best = 0;
    this.time.forEach((one, i) => { if (Math.abs(one - time) < Math.abs(this.time[best] - time)) best = i; });
    return best;
  }

  seek(time) {
    this.shown = this.nearest(time);
    const from = this.time[this.shown], carried = (block, point) => (
      this.poses.carried(block, point, from, time, this.centroid)
    );
    if (this.shownArrows.visible) this.arrows.show(this.fillArrows(carried));
    if (this.shownRods.visible) this.rods.show(this.fillRods(carried));
  }

  fillArrows(carried) {
    const first = this.start[this.shown], end = this.start[this.shown + 1];
    for (let i = first; i < end; i++) {
      const place = carried(this.blocks[2 * i + 1], this.point.subarray(3 * i, 3 * i + 3));
      this.arrows.middle.array.set(place, 3 * (i - first));
    }
    this.arrows.force.array.set(this.force.subarray(3 * first, 3 * end));
    return end - first;
  }

  // A rod between each two points of the line that are there.
  fillRods(carried) {
    const first = this.told.lines.slice(0, this.shown).reduce((sum, n) => sum + n, 0);
    let count = 0, before;
    for (let i = first; i < first + this.told.lines[this.shown]; i++) {
      const point = this.lines.subarray(3 * i, 3 * i + 3);
      const place = Number.isNaN(point[0]) ? undefined : carried(this.lineBlocks[i], point);
      if (before && place) {
        this.rods.middle.array.set(place.map((part, c) => 0.5 * (part + before[c])), 3 * count);
        this.rods.force.array.set(place.map((part, c) => part - before[c]), 3 * count);
        count++;
      }
      before = place;
    }
    return count;
  }

  // Joints of a block in the state that is shown: the other block and the size of the force (N).
  of(block) {
    const found = [];
    for (let i = this.start[this.shown]; i < this.start[this.shown + 1]; i++) {
      const a = this.blocks[2 * i], b = this.blocks[2 * i + 1];
      if (a === block || b === block) {
        found.push([a === block ? b : a, this.sizeOf(i)]);
      }
    }
    return found.sort((one, other) => other[1] - one[1]);
  }
}
