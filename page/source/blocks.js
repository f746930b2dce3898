// All blocks as one geometry: faces and edges, each corner with the number of its block.

import {
  BufferAttribute, BufferGeometry, DataTexture, DoubleSide, FloatType, GLSL3, LineSegments, Mesh, NearestFilter,
  RawShaderMaterial, RGBAFormat, RGBAIntegerFormat, UnsignedByteType, UnsignedShortType, Vector3, Vector4,
} from "three";
import { COMPONENTS } from "./poses.js";
import {
  BLOCK_WIDTH, EDGE_FRAGMENT, EDGE_VERTEX, FACE_FRAGMENT, FACE_VERTEX, KEY_WIDTH, PICK_FRAGMENT, PICK_VERTEX,
} from "./shaders.js";

function texture(data, width, count, format, type) {
  const rows = Math.max(1, Math.ceil(count / width));
  const padded = new data.constructor(4 * width * rows);
  padded.set(data.subarray(0, Math.min(data.length, padded.length)));
  const made = new DataTexture(padded, width, rows, format, type);
  made.minFilter = made.magFilter = NearestFilter;
  if (type === UnsignedShortType) made.internalFormat = "RGBA16UI";
  if (type === FloatType) made.internalFormat = "RGBA32F";
  made.needsUpdate = true;
  return made;
}

function keyTextures(poses) {
  const keys = poses.frame.length, place = new Uint16Array(4 * keys), turn = new Uint16Array(4 * keys);
  for (let k = 0; k < keys; k++) {
    for (let c = 0; c < 3; c++) place[4 * k + c] = poses.values[COMPONENTS * k + c];
    for (let c = 0; c < 4; c++) turn[4 * k + c] = poses.values[COMPONENTS * k + 3 + c];
  }
  return [place, turn].map((data) => texture(data, KEY_WIDTH, keys, RGBAIntegerFormat, UnsignedShortType));
}

function rangeTexture(poses, centroid) {
  const data = new Float32Array(20 * poses.count);
  for (let b = 0; b < poses.count; b++) {
    for (let c = 0; c < 3; c++) {
      data[20 * b + 16 + c] = centroid[3 * b + c];
      data[20 * b + c] = poses.low[COMPONENTS * b + c];
      data[20 * b + 4 + c] = poses.extent[COMPONENTS * b + c];
    }
    for (let c = 0; c < 4; c++) {
      data[20 * b + 8 + c] = poses.low[COMPONENTS * b + 3 + c];
      data[20 * b + 12 + c] = poses.extent[COMPONENTS * b + 3 + c];
    }
  }
  return texture(data, BLOCK_WIDTH, 5 * poses.count, RGBAFormat, FloatType);
}

export class Blocks {
  constructor(arrays, poses, deformed) {
    Object.assign(this, { poses, deformed });
    this.now = texture(new Float32Array(4 * poses.count), BLOCK_WIDTH, poses.count, RGBAFormat, FloatType);
    this.tint = texture(new Uint8Array(4 * poses.count), BLOCK_WIDTH, poses.count, RGBAFormat, UnsignedByteType);
    const [keyPlace, keyTurn] = keyTextures(poses);
    this.shared = {
      keyPlace: { value: keyPlace }, keyTurn: { value: keyTurn }, now: { value: this.now }, tint: { value: this.tint },
      ranges: { value: rangeTexture(poses, arrays.centroid) }, shift: { value: new Vector3() },
      magnify: { value: 1 },
      section: { value: new Vector4(0, 0, 0, 1) }, light: { value: 1 }, ink: { value: new Vector4(0, 0, 0, 1) },
    };
    const material = (vertexShader, fragmentShader, more) => new RawShaderMaterial({
      glslVersion: GLSL3, uniforms: this.shared, vertexShader, fragmentShader, ...more,
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(arrays.vertices, 3));
    geometry.setAttribute("owner", new BufferAttribute(Float32Array.from(arrays.owner), 1));
    const edges = geometry.clone();
    geometry.setIndex(new BufferAttribute(arrays.triangles, 1));
    if (deformed) for (const one of [geometry, edges]) one.setAttribute("bend", deformed.bend);
    edges.setIndex(new BufferAttribute(arrays.edges, 1));
    this.faces = new Mesh(geometry, material(FACE_VERTEX, FACE_FRAGMENT, {
      side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    }));
    this.edges = new LineSegments(edges, material(EDGE_VERTEX, EDGE_FRAGMENT, { transparent: true }));
    this.pick = new Mesh(geometry, material(PICK_VERTEX, PICK_FRAGMENT, { side: DoubleSide }));
    for (const one of [this.faces, this.edges, this.pick]) one.frustumCulled = false;
  }

  seek(time) {
    const data = this.now.image.data, poses = this.poses;
    for (let b = 0; b < poses.count; b++) {
      data[4 * b] = poses.locate(b, time);
      data[4 * b + 1] = poses.next;
      data[4 * b + 2] = poses.share;
    }
    this.now.needsUpdate = true;
    this.deformed?.seek(time);
  }
}
