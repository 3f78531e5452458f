// Lighthouse's audits, as for a phone on slow 4G: at least 95 of 100 in each category.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { executable } from "./browser.mjs";
import { Person, address, challenge } from "./site.mjs";

const LEAST = 95;

/** Number of tries, of which the best counts: the machine may be busy. */
const TRIES = 3;

const chrome = await launch({
  chromePath: executable,
  chromeFlags: ["--headless=new", "--no-sandbox"],
});
after(() => chrome.kill());

/**
 * The benchmark of the phone that Lighthouse slows this machine down to: a quarter of 1500, the
 * minimum of a fast desktop (its docs/throttling.md). A slower machine is slowed down less.
 */
const PHONE = 1500 / 4;

/**
 * The categories in which a page falls short, with the audits that cost points, and the benchmark
 * of this machine during the audit. @param {string} path @param {number} benchmark
 */
async function audited(path, benchmark) {
  const throttling = { cpuSlowdownMultiplier: Math.min(4, Math.max(1, benchmark / PHONE)) };
  const result = await lighthouse(new URL(path, address).href, { port: chrome.port, output: "json", logLevel: "error", throttling });
  assert.ok(result, `${path} was not audited`);
  const { categories, audits, environment } = result.lhr;
  const short = Object.values(categories).filter(({ score }) => (score ?? 0) * 100 < LEAST);
  const costs = short.map(({ title, score, auditRefs }) => {
    const costly = auditRefs.filter(({ id, weight }) => weight && (audits[id].score ?? 1) < 0.9);
    return `${path}: ${title} ${score}: ${costly.map(({ id }) => `${id} ${audits[id].displayValue ?? ""}`).join(", ")}`;
  });
  return { costs, benchmark: environment.benchmarkIndex };
}

/** @param {string} path */
async function passes(path) {
  for (let tries = 1, machine = Infinity; ; tries += 1) {
    const { costs, benchmark } = await audited(path, machine);
    if (costs.length === 0) return;
    if (tries === TRIES) assert.fail(`${costs.join("\n")} (benchmark ${benchmark})`);
    machine = benchmark;
  }
}

for (const path of ["/", "/rules/ankor", "/explore/boche"]) test(`Lighthouse: ${path}`, () => passes(path));

test("Lighthouse: a game in progress", async () => {
  const [ann, bob] = await Promise.all([Person.named("ann"), Person.named("bob")]);
  const path = await challenge("antipod", {}, ann, bob);
  for (const [index, turn] of ["c4", "e6", "d8"].entries()) await [ann, bob][index % 2].sends(`${path}/turn`, { turn, number: index + 1 });
  await passes(path);
  await Promise.all([ann.leaves(), bob.leaves()]);
});
