// Colours and materials: wood for the board, lacquer for cubes and stones. Pieces have the colours
// of the flat drawing (carrick-pictures, palette); the board has those of the page.

import { CanvasTexture, Color, MeshStandardMaterial, RepeatWrapping, SRGBColorSpace } from "./three.js";

/** @typedef {import("./types.js").Colour} Colour */

/** Cubes: their faces, what is painted on them, and the colour of a lit group. */
export const CUBES = {
  light: { face: "#f8d68a", glyph: "#664705", edge: "#4a3810", lit: "#fff7dc" },
  dark: { face: "#2a5690", glyph: "#cfe0f5", edge: "#0d1f3a", lit: "#58b4ff" },
};

/** Stones, with the same fields. */
export const STONES = {
  light: { face: "#fffdf4", glyph: "#6d6558" },
  dark: { face: "#24262b", glyph: "#d5dbe4" },
};

/** Numbers on plates in the colour of a group. */
export const NUMBERS = { light: "#1d1e22", dark: "#ffffff" };

/** The last turn, what won, and Ankor's links, as in the flat drawing: core and casing. */
export const LAST = { core: "#c4006a", casing: "#ffffff" };
export const WON = { core: "#ffffff", casing: "#111111" };
export const LINKS = {
  connected: { core: "#0a6b34", casing: "#ffffff" },
  adjacent: { core: "#6a2ca0", casing: "#ffffff" },
  tips: { core: "#9a3b00", casing: "#ffffff" },
};

/**
 * The current colours of the page's theme.
 * @param {Element} element
 */
export function theme(element) {
  const style = getComputedStyle(element);
  const read = (/** @type {string} */ name, /** @type {string} */ otherwise) => style.getPropertyValue(name).trim() || otherwise;
  return {
    ink: read("--board-ink", "#3a342a"),
    ground: read("--board-ground", "#efe8d8"),
    frame: read("--board-frame", "#c9bda3"),
    line: read("--board-line", "#857a66"),
    mark: read("--board-mark", "#0b57d0"),
    casing: read("--board-casing", "#ffffff"),
    edges: { light: read("--stone-light-edge", "#2a251c"), dark: read("--stone-dark-edge", "#1d1e22") },
  };
}

/** @typedef {ReturnType<typeof theme>} Theme */

/**
 * A picture as a texture.
 * @param {number} edge in pixels
 * @param {(pen: CanvasRenderingContext2D) => void} paint draws on a square whose edge is 1
 * @param {number} [wide] number of such squares side by side
 */
export function drawn(edge, paint, wide = 1) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [edge * wide, edge];
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.scale(edge, edge);
    paint(pen);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

/**
 * The face of one of Ankor's cubes: a ring for O, a cross for X.
 * @param {Colour} colour
 */
export function ankorFace(colour) {
  const { face, glyph, edge } = CUBES[colour];
  return drawn(256, (pen) => {
    pen.fillStyle = face;
    pen.fillRect(0, 0, 1, 1);
    rim(pen, edge, 0.6);
    pen.strokeStyle = glyph;
    pen.lineWidth = 0.085;
    pen.lineCap = "round";
    pen.beginPath();
    if (colour === "light") pen.arc(0.5, 0.5, 0.21, 0, 2 * Math.PI);
    else {
      pen.moveTo(0.3, 0.3);
      pen.lineTo(0.7, 0.7);
      pen.moveTo(0.3, 0.7);
      pen.lineTo(0.7, 0.3);
    }
    pen.stroke();
  });
}

/**
 * Both kinds of face of the cube of Boche, Dark's and Light's: a band from the lower left corner to
 * the upper right one, between two quarter circles of the other colour.
 */
export function bocheFaces() {
  return drawn(512, (pen) => {
    for (const [band, other] of /** @type {const} */ ([["dark", "light"], ["light", "dark"]])) {
      pen.save();
      pen.beginPath();
      pen.rect(0, 0, 1, 1);
      pen.clip();
      bocheFace(pen, CUBES[band].face, CUBES[other].face);
      pen.restore();
      pen.translate(1, 0);
    }
  }, 2);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} band
 * @param {string} other
 */
function bocheFace(pen, band, other) {
  pen.fillStyle = band;
  pen.fillRect(0, 0, 1, 1);
  // A canvas counts down from its upper left corner.
  for (const [x, y] of /** @type {const} */ ([[0, 0], [1, 1]])) {
    pen.beginPath();
    pen.arc(x, y, 0.5, 0, 2 * Math.PI);
    pen.fillStyle = other;
    pen.fill();
    pen.strokeStyle = CUBES.light.edge;
    pen.lineWidth = 0.022;
    pen.stroke();
  }
  rim(pen, CUBES.light.edge, 0.45);
}

/**
 * Darker edges of a face.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} colour
 * @param {number} strength
 */
function rim(pen, colour, strength) {
  pen.globalAlpha = strength;
  pen.strokeStyle = colour;
  pen.lineWidth = 0.035;
  pen.strokeRect(0, 0, 1, 1);
  pen.globalAlpha = 1;
}

/**
 * The top of a stone: a ring for Light, a cross for Dark, and a rim that shows on the globe.
 * @param {Colour} colour
 * @param {string} edge the colour of the rim
 */
export function stoneTop(colour, edge) {
  const { face, glyph } = STONES[colour];
  return drawn(256, (pen) => {
    pen.fillStyle = face;
    pen.fillRect(0, 0, 1, 1);
    pen.strokeStyle = edge;
    pen.lineWidth = 0.1;
    pen.beginPath();
    pen.arc(0.5, 0.5, 0.51, 0, 2 * Math.PI);
    pen.stroke();
    pen.lineWidth = 0.036;
    pen.strokeStyle = glyph;
    pen.lineCap = "round";
    pen.beginPath();
    if (colour === "light") pen.arc(0.5, 0.5, 0.125, 0, 2 * Math.PI);
    else {
      pen.moveTo(0.415, 0.415);
      pen.lineTo(0.585, 0.585);
      pen.moveTo(0.415, 0.585);
      pen.lineTo(0.585, 0.415);
    }
    pen.stroke();
  });
}

/** Wood: fine streaks around a medium grey, to be tinted. It is the same every time. */
export function wood() {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const texture = drawn(512, (pen) => {
    pen.fillStyle = "#f2f2f2";
    pen.fillRect(0, 0, 1, 1);
    for (let streak = 0; streak < 260; streak++) {
      const [y, bend, from] = [random(), (random() - 0.5) * 0.03, random() - 0.3];
      pen.strokeStyle = random() < 0.55 ? "#c9c2b8" : "#ffffff";
      pen.globalAlpha = 0.12 + random() * 0.25;
      pen.lineWidth = 0.0012 + random() * 0.006;
      pen.beginPath();
      pen.moveTo(from, y);
      pen.bezierCurveTo(from + 0.3, y + bend, from + 0.6, y - bend, from + 0.5 + random(), y + bend / 2);
      pen.stroke();
    }
    pen.globalAlpha = 1;
  });
  texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}

/**
 * Lacquer that is darker in the corners between cubes. For each of the three upper faces, each cube
 * has three numbers in `shadeX`, `shadeY` and `shadeZ`, which say whether there are cubes along the
 * face's two inner edges and in their corner. They are computed along the lattice, whichever way
 * the cube is turned.
 * @param {import("./three.js").MeshStandardMaterialParameters} looks
 */
export function shaded(looks) {
  const material = new MeshStandardMaterial(looks);
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>
attribute vec3 shadeX; attribute vec3 shadeY; attribute vec3 shadeZ;
varying vec3 vShadeX; varying vec3 vShadeY; varying vec3 vShadeZ; varying vec3 vSpot; varying vec3 vWay;`)
      .replace("#include <begin_vertex>", `#include <begin_vertex>
vShadeX = shadeX; vShadeY = shadeY; vShadeZ = shadeZ;
vSpot = mat3(instanceMatrix) * position;
vWay = mat3(instanceMatrix) * normal;`);
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", `#include <common>
varying vec3 vShadeX; varying vec3 vShadeY; varying vec3 vShadeZ; varying vec3 vSpot; varying vec3 vWay;
float corner(vec3 shade, float one, float other) {
  vec2 near = exp(-3.4 * vec2(0.5 - one, 0.5 - other));
  float both = max(max(shade.x * near.x, shade.y * near.y), shade.z * near.x * near.y);
  return 1.0 - 0.62 * both - 0.2 * shade.x * near.x * shade.y * near.y;
}`)
      .replace("#include <color_fragment>", `#include <color_fragment>
vec3 facing = max(-normalize(vWay), 0.0);
facing *= facing;
float open = 1.0 - dot(facing, vec3(1.0))
  + facing.x * corner(vShadeX, vSpot.y, vSpot.z)
  + facing.y * corner(vShadeY, vSpot.x, vSpot.z)
  + facing.z * corner(vShadeZ, vSpot.x, vSpot.y);
diffuseColor.rgb *= open;`);
  };
  return material;
}

/**
 * The tint of a level: low levels are darker and cooler, high ones warmer and brighter.
 * @param {number} level
 * @param {number} size of the board
 */
export function levelTint(level, size) {
  const high = size > 1 ? level / (size - 1) : 0;
  return new Color().setRGB(0.84 + 0.24 * high, 0.85 + 0.19 * high, 0.9 + 0.1 * high);
}
