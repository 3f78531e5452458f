// The browser of all tests.

import { chromium } from "playwright-core";

/** WebGL, drawn by the processor: slow, so only for tests that import `webgl.mjs` first. */
const WEBGL = ["--enable-unsafe-swiftshader", "--use-angle=swiftshader"];

export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", ...(process.env.CARRICK_WEBGL ? WEBGL : [])],
});
