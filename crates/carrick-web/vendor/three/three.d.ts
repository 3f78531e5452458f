// What three.js exports, for the types of the scripts.

export * from "three";
export { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";
export { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
