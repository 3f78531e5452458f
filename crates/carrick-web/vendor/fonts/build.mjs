// Makes the fonts in assets/fonts out of the packages that package-lock.json names:
//
//   npm ci && npm run build
//
// With --check nothing is written: it fails when the fonts in the repository are others. Each is the
// package's Latin one with the characters that our pages use; anything else is shown in a font of
// the system.

import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** ASCII, and signs of our texts. */
const CHARACTERS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join("") + "\u00a0·×–—‘’“”…→←−½°≥≤";

/** File in the package, file of ours, and ranges of the axes of a variable font. */
const FONTS = [
  ["@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2", "source-serif-4.woff2", {}],
  ["@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2", "source-sans-3.woff2", { wght: { min: 400, max: 700 } }],
];

for (const [from, to, variationAxes] of FONTS) {
  const whole = await readFile(here(`node_modules/${from}`));
  const made = await subset(whole, CHARACTERS, { targetFormat: "woff2", variationAxes, noLayoutClosure: true });
  const file = here(`../../assets/fonts/${to}`);
  if (!process.argv.includes("--check")) await writeFile(file, made);
  else if (!made.equals(await readFile(file).catch(() => Buffer.of()))) {
    console.error(`assets/fonts/${to} is not what package-lock.json and build.mjs make: npm ci && npm run build`);
    process.exitCode = 1;
  }
}

// The Open Font License goes with the fonts; it is the same for both.
if (!process.argv.includes("--check")) await copyFile(here("node_modules/@fontsource/source-serif-4/LICENSE"), here("../../assets/fonts/LICENSE"));
