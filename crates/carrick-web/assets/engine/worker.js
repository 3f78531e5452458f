// The worker of a page's engine: answers the questions that engine.js sends, one after another.

import init, { Analysing, judge, position, solve, turn } from "./carrick_wasm.js";

/** @typedef {import("./engine.js").Question} Question */

/** The worker's own scope. @type {any} */
const scope = self;

/** Analyses under way that someone still waits for, by the numbers of their questions. */
const wanted = new Set();

/** Whether the module is loaded. */
let ready = false;

const loaded = init({ module_or_path: new URL("carrick_wasm_bg.wasm", import.meta.url) }).then(() => {
  ready = true;
});

/** Lets in messages that have arrived in the meantime. */
function breath() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage("");
  });
}

/** @param {number} id @param {string | undefined} answer @param {boolean} done */
function say(id, answer, done) {
  scope.postMessage({ id, answer, done });
}

/** @param {number} id @param {string} asked */
async function analyse(id, asked) {
  wanted.add(id);
  const analysing = new Analysing(asked);
  try {
    for (;;) {
      const report = wanted.has(id) ? analysing.step() : undefined;
      if (report === undefined) break;
      say(id, report, false);
      await breath();
    }
  } finally {
    wanted.delete(id);
    analysing.free();
  }
  say(id, undefined, true);
}

/** @param {Question} question */
async function answer({ id, what, asked, milliseconds }) {
  await loaded;
  if (what === "analyse") return analyse(id, asked);
  if (what === "turn") return say(id, turn(asked, milliseconds ?? Infinity), true);
  if (what === "solve") return say(id, solve(asked), true);
  return say(id, what === "judge" ? judge(asked) : position(asked), true);
}

scope.onmessage = (/** @type {MessageEvent<Question>} */ { data }) => {
  if (data.what === "stop") {
    wanted.delete(data.id);
    return;
  }
  answer(data).catch((error) => {
    // After a fault, the module's memory cannot be trusted.
    scope.postMessage({ id: data.id, failed: String(error), unloaded: !ready });
    scope.close();
  });
};

// The page takes this lock when the worker has ended, for whatever reason.
scope.navigator.locks?.request(scope.name, () => {
  scope.postMessage({ held: true });
  return new Promise(() => {});
});
