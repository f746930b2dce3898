// The canvas: camera, views, drawing, and which block is under a point.

import { PerspectiveCamera, Scene, Vector3, WebGLRenderer, WebGLRenderTarget } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const VIEW_ANGLE = 30;  // degrees, of the shorter side
const ROOM = 1.06;      // around what is framed
const EDGES_FULL = 28;  // pixels of a block of middle size from which its edges are drawn with full ink
const DIRECTIONS = {
  front: [0, -1, 0.0001], side: [1, 0, 0.0001], top: [0, -0.0001, 1], iso: [-0.62, -1, 0.45],
};

export class Stage {
  constructor(canvas, { box, size }, redraw, drawNow) {
    this.canvas = canvas;
    this.drawNow = drawNow;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setClearColor(0, 0);
    this.scene = new Scene();
    this.picking = new Scene();
    this.spot = new WebGLRenderTarget(1, 1);
    this.low = new Vector3(...box[0]);
    this.high = new Vector3(...box[1]);
    this.middle = this.low.clone().add(this.high).multiplyScalar(0.5);
    this.size = Math.max(size, 1e-9);  // of the first state
    this.camera = new PerspectiveCamera(VIEW_ANGLE, 1, this.size / 200, 60 * this.size);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.maxDistance = 30 * this.size;
    this.controls.minDistance = this.size / 60;
    this.controls.addEventListener("start", () => { this.turned = true; });
    this.controls.addEventListener("change", redraw);
    this.redraw = redraw;
    this.turned = false;
    this.look("iso");
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    const wide = Math.max(1, 1 / this.camera.aspect) * Math.tan(VIEW_ANGLE * Math.PI / 360);
    this.camera.fov = 360 / Math.PI * Math.atan(wide);
    this.camera.updateProjectionMatrix();
    if (!this.turned) this.look(this.view);
    this.drawNow();  // a new size empties the canvas, and the next frame would come too late for this one
  }

  // Look from a side so that the box of what stands, and of where it goes, fills the picture.
  look(view) {
    this.view = view;
    const back = new Vector3(...DIRECTIONS[view]).normalize();
    const right = new Vector3(0, 0, 1).cross(back).normalize(), up = back.clone().cross(right);
    const tall = Math.tan(this.camera.fov * Math.PI / 360), wide = tall * this.camera.aspect;
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const arm = new Vector3(
        corner & 1 ? this.high.x : this.low.x, corner & 2 ? this.high.y : this.low.y,
        corner & 4 ? this.high.z : this.low.z,
      ).sub(this.middle);
      const across = Math.max(Math.abs(arm.dot(right)) / wide, Math.abs(arm.dot(up)) / tall);
      distance = Math.max(distance, arm.dot(back) + ROOM * across);
    }
    this.controls.target.copy(this.middle);
    this.camera.position.copy(this.middle).addScaledVector(back, distance);
    this.controls.update();
    this.turned = false;
    this.redraw();
  }

  // How strongly edges are drawn: where blocks are a few pixels large they would cover their faces.
  edgeInk(blockSize) {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const metre = this.canvas.clientHeight / (2 * distance * Math.tan(this.camera.fov * Math.PI / 360));
    return Math.min(Math.max((blockSize * metre - 2) / EDGES_FULL, 0.06), 1);
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
  }

  // Number of the block at a point of the canvas (CSS pixels), -1 for none.
  blockAt(x, y) {
    const { clientWidth, clientHeight } = this.canvas;
    this.camera.setViewOffset(clientWidth, clientHeight, Math.floor(x), Math.floor(y), 1, 1);
    this.renderer.setRenderTarget(this.spot);
    this.renderer.clear();
    this.renderer.render(this.picking, this.camera);
    const pixel = new Uint8Array(4);
    this.renderer.readRenderTargetPixels(this.spot, 0, 0, 1, 1, pixel);
    this.renderer.setRenderTarget(null);
    this.camera.clearViewOffset();
    return pixel[3] ? pixel[0] + 256 * pixel[1] + 65536 * pixel[2] - 1 : -1;
  }
}
