// The browser of all tests: Chromium without windows, which takes half of the processor time.

import { chromium } from "playwright-core";

/** WebGL on the processor: slow, so only for tests that import `webgl.mjs` first. */
const WEBGL = ["--enable-unsafe-swiftshader", "--use-angle=swiftshader"];

export const executable = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

export const browser = await chromium.launch({
  executablePath: executable,
  args: ["--no-sandbox", ...(process.env.CARRICK_WEBGL ? WEBGL : [])],
});
