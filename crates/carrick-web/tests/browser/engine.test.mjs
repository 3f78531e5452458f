// The engine in a page: it gives the same answers as the server, reports progress, and survives
// workers that are killed.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, Person } from "./site.mjs";

const guest = await Person.comes(DESKTOP);
const { page } = guest;
await guest.opens("/explore/antipod");
after(() => guest.leaves());

/** The module's URL, next to the scripts of the page. */
const module = await page.evaluate(() => {
  const script = [...document.scripts].find(({ src }) => src.endsWith("/board.js"));
  return new URL("engine.js", script?.src).href;
});

const HERE = { game: "antipod", options: "-radius=4", turns: "f4 e3" };

test("nothing is loaded before it is needed", async () => {
  assert.ok(await page.evaluate(async (url) => (await import(url)).hasEngine(), module));
  assert.equal(page.workers().length, 0);
});

test("it gives the same answers as the server", async () => {
  const query = new URLSearchParams({ ...HERE, then: "d2" });
  const [here, there] = await page.evaluate(
    async ([url, asked, query]) => {
      const engine = await (await import(url)).loadEngine();
      const answer = await fetch(`/api/v1/position?${query}`);
      return [await engine.position({ ...asked, then: "d2" }), await answer.json()];
    },
    [module, HERE, String(query)],
  );
  assert.deepEqual(here, there);
  assert.equal(page.workers().length, 1);
});

test("a level plays, a lesson judges, and faults are sentences", async () => {
  const [turn, again, judged, fault] = await page.evaluate(
    async ([url, asked]) => {
      const engine = await (await import(url)).loadEngine();
      const played = await engine.turn(asked, "level2", 7);
      const again = await engine.turn(asked, "level2", 7);
      const judged = await engine.judge({ game: "ankor", step: 2, turn: "c2" });
      const fault = await engine.position({ ...asked, turns: "f4 f4" }).catch((error) => error.message);
      return [played.turn, again.turn, judged.verdict, fault];
    },
    [module, HERE],
  );
  assert.match(turn, /^[a-z]\d/);
  assert.equal(again, turn);
  assert.equal(judged, "right");
  assert.match(fault, /^turn 2 cannot be played: f4 is taken/);
});

test("an analysis progresses, and can be stopped", async () => {
  const { nodes, last, stopped, after } = await page.evaluate(
    async ([url, asked]) => {
      const engine = await (await import(url)).loadEngine();
      const nodes = [];
      const last = await engine.analyse(asked, { nodes: 400, map: false, onReport: (report) => nodes.push(report.nodes) });
      const control = new AbortController();
      const onReport = () => control.abort(new Error("enough"));
      const stopped = await engine.analyse(asked, { nodes: 1e9, onReport, signal: control.signal }).catch((error) => error.message);
      // The worker is free again.
      return { nodes, last, stopped, after: (await engine.position(asked)).said };
    },
    [module, HERE],
  );
  assert.ok(nodes.length > 1 && nodes.every((count, index) => index === 0 || count > nodes[index - 1]), String(nodes));
  assert.ok(last.done && last.nodes === 400 && last.lines.length === 3);
  assert.equal(stopped, "enough");
  assert.match(after, /^Turn 3: /);
});

test("a killed worker is replaced, and its open questions are asked again", async () => {
  await page.evaluate(
    async ([url, asked]) => {
      const engine = await (await import(url)).loadEngine();
      const nodes = (globalThis.nodes = []);
      await new Promise((begun) => {
        const onReport = (report) => begun(nodes.push(report.nodes));
        // Longer than it takes to kill a worker.
        globalThis.ended = engine.analyse(asked, { nodes: 20_000, map: false, onReport });
      });
    },
    [module, { game: "antipod", turns: "f14 f9" }],
  );
  const [killed] = page.workers();
  await killed.evaluate(() => self.close()).catch(() => {});
  const [last, nodes] = await page.evaluate(async () => [await globalThis.ended, globalThis.nodes]);
  assert.ok(last.done && last.nodes === 20_000);
  const begun = nodes.filter((count) => count === nodes[0]).length;
  assert.equal(begun, 2, `it was begun again: ${nodes}`);
  assert.notEqual(page.workers()[0], killed);
});

test("a question that killed two workers is answered with a sentence", async () => {
  await page.evaluate(
    async ([url, asked]) => {
      const engine = await (await import(url)).loadEngine();
      const reported = new EventTarget();
      const onReport = () => reported.dispatchEvent(new Event("report"));
      globalThis.next = () => new Promise((heard) => reported.addEventListener("report", heard, { once: true }));
      globalThis.said = engine.analyse(asked, { nodes: 1e9, map: false, onReport }).catch((error) => error.message);
    },
    [module, { game: "antipod", turns: "f14 f9" }],
  );
  for (let killed = 0; killed < 2; killed++) {
    const running = page.workers()[0] ?? (await page.waitForEvent("worker"));
    await page.evaluate(async () => void (await globalThis.next()));
    const gone = new Promise((resolve) => running.once("close", resolve));
    await running.evaluate(() => self.close()).catch(() => {});
    await gone;
  }
  assert.match(await page.evaluate(() => globalThis.said), /stopped unexpectedly\. Please try again/);
  // Another question gets a new worker.
  const after = await page.evaluate(async ([url, asked]) => (await (await import(url)).loadEngine()).position(asked), [module, HERE]);
  assert.match(after.said, /^Turn 3: /);
});
