// What the graphics processor does: poses are read from textures and interpolated at each corner.

export const KEY_WIDTH = 2048;
export const BLOCK_WIDTH = 1024;

const POSE = `
precision highp float;
precision highp int;
precision highp usampler2D;
precision highp sampler2D;
in vec3 position;
in float owner;
in vec3 bend;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform usampler2D keyPlace, keyTurn;
uniform sampler2D ranges, now, tint;
uniform vec3 shift;
uniform float magnify;
out vec3 place;
flat out vec3 colour;

ivec2 keyTexel(float i) { return ivec2(int(i) % ${KEY_WIDTH}, int(i) / ${KEY_WIDTH}); }
ivec2 blockTexel(int i) { return ivec2(i % ${BLOCK_WIDTH}, i / ${BLOCK_WIDTH}); }
vec4 range(int block, int part) { return texelFetch(ranges, blockTexel(5 * block + part), 0); }

vec4 between(usampler2D keys, vec4 moment) {
  vec4 from = vec4(texelFetch(keys, keyTexel(moment.x), 0)), to = vec4(texelFetch(keys, keyTexel(moment.y), 0));
  return mix(from, to, moment.z) / 65535.0;
}

void main() {
  int block = int(owner + 0.5);
  vec4 moment = texelFetch(now, blockTexel(block), 0);
  vec3 moved = range(block, 0).xyz + range(block, 1).xyz * between(keyPlace, moment).xyz, corner = position + bend;
  vec4 q = normalize(range(block, 2) + range(block, 3) * between(keyTurn, moment));
  moved += bend + 2.0 * cross(q.xyz, cross(q.xyz, corner) + q.w * corner);
  place = range(block, 4).xyz + position + magnify * moved;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place + shift, 1.0);
`;

export const FACE_VERTEX = `${POSE}
  colour = texelFetch(tint, blockTexel(block), 0).rgb;
}`;

export const EDGE_VERTEX = `${POSE}
  gl_Position.z -= 2e-5 * gl_Position.w;
  colour = vec3(0.0);
}`;

export const PICK_VERTEX = `${POSE}
  int id = block + 1;
  colour = vec3(id & 255, (id >> 8) & 255, (id >> 16) & 255) / 255.0;
}`;

const CUT = `
precision highp float;
in vec3 place;
flat in vec3 colour;
uniform vec4 section;
out vec4 painted;
void cut() { if (dot(section.xyz, place) > section.w) discard; }
`;

// Flat faces in a soft light from above and from the viewer's upper right; what a section lays open is darker and even.
export const FACE_FRAGMENT = `${CUT}
uniform mat4 viewMatrix;
uniform float light;
void main() {
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  cut();
  vec3 seen = mat3(viewMatrix) * normal;
  float shade = 0.65 + 0.11 * normal.z + 0.30 * max(dot(seen, normalize(vec3(0.35, 0.6, 0.72))), 0.0);
  if (!gl_FrontFacing) shade = 0.62;
  painted = vec4(colour * shade * light, 1.0);
}`;

export const EDGE_FRAGMENT = `${CUT}
uniform vec4 ink;
void main() {
  cut();
  painted = ink;
}`;

export const PICK_FRAGMENT = `${CUT}
void main() {
  cut();
  painted = vec4(colour, 1.0);
}`;

// An arrow from a unit one along z (x, y: radius 1 on the shaft, 2.6 on the head; z: 0 to 1 on the shaft, 1 to 2 on the
// head), as long as its force.
export const ARROW_VERTEX = `
precision highp float;
in vec3 position;
in vec3 middle;
in vec3 force;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform vec3 shift;
uniform float scale, radius, head, longest;
out vec3 place;
out float shade;

void main() {
  float size = length(force), whole = min(size * scale, longest);
  vec3 along = size > 0.0 ? force / size : vec3(0.0, 0.0, 1.0);
  vec3 side = normalize(abs(along.z) < 0.9 ? cross(along, vec3(0.0, 0.0, 1.0)) : cross(along, vec3(1.0, 0.0, 0.0)));
  vec3 other = cross(along, side);
  float tip = min(head * radius, 0.45 * whole);
  float thick = head > 0.0 ? tip / head : radius;
  float z = position.z <= 1.0 ? position.z * (whole - tip) : whole - tip + (position.z - 1.0) * tip;
  vec3 around = side * position.x + other * position.y;
  place = middle + along * (z - 0.5 * whole) + thick * around;
  shade = 0.82 + 0.18 * around.z / max(length(around), 1e-9);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(place + shift, 1.0);
}`;

export const ARROW_FRAGMENT = `
precision highp float;
in vec3 place;
in float shade;
uniform vec4 section, ink;
out vec4 painted;
void main() {
  if (dot(section.xyz, place) > section.w) discard;
  painted = vec4(ink.rgb * shade, ink.a);
}`;
