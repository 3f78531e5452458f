// Analyses by the server: requested, then followed by server-sent events.

/** @typedef {import("./analysis.js").Report} Report */

/** The server does not analyse this position; the message says why. */
export class Refused extends Error {}

/**
 * Analyses a position; the promise is fulfilled after the last report.
 * @param {import("./analysis.js").Asked} position
 * @param {import("./analysis.js").Ways} ways
 * @returns {Promise<Report>}
 */
export async function analyse({ game, options, turns }, { lines, onReport, onWait, signal }) {
  const body = new URLSearchParams({ game, options, turns: turns.join(" "), lines: String(lines) });
  const answer = await fetch("/analysis", { method: "POST", body, headers: { accept: "application/json" }, signal });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok || !told.name) throw new Refused(told.error ?? "The server sent an unexpected answer; please try again.");
  return follow(`/analysis/${told.name}/events`, { onReport, onWait, signal });
}

/**
 * @param {string} url
 * @param {Pick<import("./analysis.js").Ways, "onReport" | "onWait" | "signal">} ways
 * @returns {Promise<Report>}
 */
function follow(url, { onReport, onWait, signal }) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(url);
    /** @param {unknown} reason */
    const end = (reason) => {
      source.close();
      reject(reason);
    };
    if (signal.aborted) end(signal.reason);
    signal.addEventListener("abort", () => end(signal.reason), { once: true });
    source.addEventListener("error", () => end(new Refused("The connection to the analysis was lost. Ask again.")));
    source.addEventListener("progress", ({ data }) => {
      const { state, place, report } = JSON.parse(data);
      if (state === "waiting") onWait?.(place);
      if (report) onReport(report);
      if (state === "done") {
        source.close();
        resolve(report);
      } else if (state === "stopped") {
        end(new Refused("The server cancelled the analysis. Ask again."));
      }
    });
  });
}
