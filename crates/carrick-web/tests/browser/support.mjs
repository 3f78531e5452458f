// Test support: a server of board pages, a browser, and pages that must not report errors.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "./browser.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const program = process.env.CARRICK_BOARD_PAGE ?? `${root}target/debug/examples/board_page`;

const server = spawn(program, { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve, reject) => {
  server.once("error", reject);
  server.stdout.once("data", (line) => resolve(String(line).trim()));
});

after(async () => {
  await browser.close();
  server.kill();
});

export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/**
 * Opens a board and runs a test on it. Any error on the page fails the test, including a violation
 * of its Content-Security-Policy, unless it matches `may`.
 */
export async function onBoard(query, test, profile = DESKTOP, may = /^$/) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...profile });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    const refused = message.text().includes("status of 422") || may.test(message.text());
    if (message.type() === "error" && !refused) complaints.push(message.text());
  });
  await page.goto(`${address}?${new URLSearchParams(query)}`);
  await page.locator(".board-tools button").first().waitFor();
  try {
    await test(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

/** Waits until the board's status matches. */
export async function says(page, pattern) {
  const said = page.locator(".board-said");
  await said.filter({ hasText: pattern }).waitFor({ timeout: 5000 }).catch(async () => {
    assert.match((await said.textContent()) ?? "", pattern);
  });
}

/** Waits until the page has sent a turn with its form. */
export const sent = (page, turn) => page.waitForURL((url) => url.searchParams.get("turn") === turn);

/** The place that has the focus. */
export const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-place"));
