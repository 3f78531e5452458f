// Hands in to the server a game that was played offline. The copy in this browser is kept until the
// server has confirmed that it has the game; a game that is sent twice is stored once.

import * as kept from "./kept.js";
import { parsed } from "./live.js";

/** @typedef {import("./kept.js").Kept} Kept */

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Hands a game in and goes to its page, or shows a sentence that explains why it could not.
 * @param {Kept} seen the game as this page knows it
 * @param {HTMLElement} said
 */
export async function handIn(seen, said) {
  // Another window may have played more turns.
  const game = kept.find(seen.id);
  if (!game) {
    said.textContent = "This game is no longer in this browser; it may have been handed in or deleted.";
    return;
  }
  said.textContent = "Handing the game in…";
  const fields = {
    id: game.id, game: game.game, options: game.options, turns: game.turns.join(" "), begun: game.begun,
    level: game.level ?? "", seat: String(game.seat ?? ""), resigned: String(game.resigned ?? ""),
  };
  const body = new URLSearchParams(fields);
  const asked = fetch("/offline/games", { method: "POST", body, headers: { accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE_MS) });
  const answer = await asked.catch(() => undefined);
  if (!answer || [502, 504].includes(answer.status)) {
    said.textContent = "There is no connection to the site at the moment. The game is kept here; hand it in when the connection is back.";
    return;
  }
  if (answer.ok) {
    kept.drop(game.id);
    location.assign(answer.url);
    return;
  }
  const page = parsed(await answer.text());
  const why = page.querySelector(".said[role=alert]") ?? page.querySelector("main p:not(:empty)");
  const text = (why?.textContent ?? "").replace(/\s+/g, " ").trim();
  said.textContent = `${text || "The server did not accept the game."} It is kept here.`;
}
