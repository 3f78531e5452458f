// Builds assets/vendor/three.js out of the packages that package-lock.json names:
//
//   npm ci && npm run build
//
// With --check nothing is written: it fails when the bundle in the repository is another one.
//
// The sources are taken instead of the package's own bundle, so that shaders can be left out: a
// renderer brings those of every material. Ours are the standard one, the basic one, sprites and
// shadows; pieces that these include only for features of which no use is made are empty here.

import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bundle = here("../../assets/vendor/three.js");

/** Pieces of shaders that are left empty, by how their names begin. */
const UNUSED = [
  "alphahash_", "alphamap_", "aomap_", "batching_", "bumpmap_", "clearcoat_", "clipping_", "displacementmap_",
  "dithering_", "emissivemap_", "envmap_", "fog_", "gradientmap_", "iridescence_", "lightmap_", "lightprobes_", "lights_lambert_",
  "lights_phong_", "lights_toon_", "logdepthbuf_", "metalnessmap_pars", "morph", "normal_fragment_maps", "normalmap_pars",
  "premultiplied_", "roughnessmap_pars", "skin", "specularmap_", "transmission_",
];

/** Whole shaders that are left empty: of materials, backgrounds and lamps that are not used. */
const SHADERS = [
  "background", "backgroundCube", "cube", "distance", "equirect", "linedashed", "meshlambert", "meshmatcap", "meshnormal", "meshphong",
  "meshtoon", "points",
];

const met = new Set();
const unused = (name, lists) => {
  const found = lists(name);
  if (found) met.add(found);
  return found;
};

/** Takes the sources of three, and of their shaders what is used, without comments. */
const sources = {
  name: "sources of three",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^three$/ }, () => ({ path: here("node_modules/three/src/Three.js"), sideEffects: false }));
    onLoad({ filter: /ShaderChunk.[^/\\]*\.glsl\.js$/ }, async ({ path }) => {
      const empty = unused(basename(path), (name) => UNUSED.find((start) => name.startsWith(start)));
      return { contents: empty ? 'export default "";' : stripped(await readFile(path, "utf8")) };
    });
    onLoad({ filter: /ShaderLib.[^/\\]*\.glsl\.js$/ }, async ({ path }) => {
      const empty = unused(basename(path, ".glsl.js"), (name) => SHADERS.find((shader) => shader === name));
      return { contents: empty ? 'export const vertex = ""; export const fragment = "";' : stripped(await readFile(path, "utf8")) };
    });
  },
};

/** A shader without comments and indents. */
const stripped = (text) =>
  text
    .replace(/\/\*(?!\s*glsl)[\s\S]*?\*\//g, "")
    .replace(/[ \t]*\/\/.*$/gm, "")
    .replace(/^[ \t]+/gm, "")
    .replace(/\n{2,}/g, "\n");

const { version } = JSON.parse(await readFile(here("node_modules/three/package.json"), "utf8"));
const licence = await readFile(here("node_modules/three/LICENSE"), "utf8");
const { outputFiles } = await build({
  entryPoints: [here("entry.js")],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  // The whole licence stands above; short notes of it are in every file.
  legalComments: "none",
  banner: { js: `/*\nthree ${version}\n\n${licence.trim()}\n*/` },
  plugins: [sources],
  write: false,
});
const built = outputFiles[0].text;

const renamed = [...UNUSED, ...SHADERS].filter((name) => !met.has(name));
if (renamed.length) throw new Error(`three ${version} has no shaders that begin with ${renamed.join(", ")}: look what they are now`);
if (process.argv.includes("--check")) {
  const known = await readFile(bundle, "utf8").catch(() => "");
  if (known !== built) {
    console.error("assets/vendor/three.js is not what package-lock.json and entry.js make: npm ci && npm run build");
    process.exit(1);
  }
} else {
  await writeFile(bundle, built);
}
