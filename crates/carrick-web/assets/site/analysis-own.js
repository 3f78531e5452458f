// Analyses by the engine of this page, after asking the server whether it may be used.

import { analyse as onServer, Refused } from "./analysis-server.js";
import { loadEngine } from "./engine.js";

/**
 * Analyses a position in this page; the promise is fulfilled after the last report.
 * @param {import("./analysis.js").Asked} position
 * @param {import("./analysis.js").Ways} ways
 * @returns {Promise<import("./analysis.js").Report>}
 */
export async function analyse(position, ways) {
  const { lines, nodes, onReport, signal } = ways;
  const { game, options, turns } = position;
  const question = { game, options, turns: turns.join(" ") };
  await lent(question, signal);
  const tell = (/** @type {any} */ report) => onReport(report);
  try {
    const engine = await loadEngine();
    return /** @type {any} */ (await engine.analyse(question, { lines, nodes, map: true, onReport: tell, signal }));
  } catch {
    // Without the page's engine, the server still has one.
    signal.throwIfAborted();
    return onServer(position, ways);
  }
}

/**
 * Asks the server whether the engine may be used for a position. Without a network it may be used
 * only in practice games, which cannot be games between people.
 * @param {Record<string, string>} question
 * @param {AbortSignal} signal
 */
async function lent(question, signal) {
  const answer = await fetch(`/analysis/lent?${new URLSearchParams(question)}`, { signal }).catch(() => undefined);
  signal.throwIfAborted();
  if (!answer) {
    if (document.querySelector("#analysis[data-practice]")) return;
    throw new Refused("Without a connection, the engine is available only in practice games. Analyse again when it is back.");
  }
  const told = await answer.json().catch(() => ({}));
  if (!told.lent) throw new Refused(told.error ?? "The server sent an unexpected answer; please try again.");
}
