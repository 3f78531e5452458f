// The games that are kept in this browser, and new ones.

import { handIn } from "./hand-in.js";
import * as kept from "./kept.js";
import { optionsOf } from "./options.js";
import { position } from "./rules.js";

/** @typedef {import("./kept.js").Kept} Kept */

const list = /** @type {HTMLElement} */ (document.querySelector("#kept-games"));
const said = /** @type {HTMLElement} */ (document.querySelector("#games-said"));
const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/**
 * @param {string} label
 * @param {string} what for readers who need more than the label
 * @param {() => void} act
 */
function button(label, what, act) {
  const made = document.createElement("button");
  const more = document.createElement("span");
  more.className = "unseen";
  more.textContent = ` ${what}`;
  made.append(label, more);
  made.addEventListener("click", act);
  return made;
}

/** @param {Kept} game */
function entry(game) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = kept.pathOf(game);
  const title = titleOf(game.game);
  link.textContent = `${title} ${kept.playersOf(game)}`;
  const state = document.createElement("span");
  const { length } = game.turns;
  const turns = length === 0 ? "No turns yet" : length === 1 ? "One turn" : `${length} turns`;
  state.textContent = `${game.state ?? ""} ${turns}; ${written.format(new Date(game.touched))}.`.trim();
  const ways = document.createElement("span");
  ways.className = "actions";
  ways.append(button("Hand in", `this game of ${title}`, () => void handIn(game, said)));
  item.append(link, state, ways);
  return item;
}

/** @param {string} game */
const titleOf = (game) => game.charAt(0).toUpperCase() + game.slice(1);

function show() {
  const games = kept.all();
  list.replaceChildren(...games.map(entry));
  const none = document.querySelector("#no-games");
  if (none instanceof HTMLElement) none.hidden = games.length > 0;
}

/** @param {HTMLFormElement} form */
async function begin(form) {
  if (kept.all().length >= kept.MOST) throw new Error(`You have ${kept.MOST} games in this browser; hand one in or delete one first.`);
  const fields = new FormData(form);
  const [game, level] = [form.dataset.begin ?? "", String(fields.get("level") ?? "")];
  const options = optionsOf(form);
  // Options that do not go together are reported immediately.
  const first = await position({ game, options });
  const [lot = 0, seed = 0] = crypto.getRandomValues(new Uint32Array(2));
  const chosen = { first: 1, second: 2 }[String(fields.get("seat"))] ?? 1 + (lot % 2);
  const now = new Date().toISOString();
  /** @type {Kept} */
  const made = { id: kept.newId(), game, options: first.options, turns: [], seed, begun: now, touched: now };
  if (level) [made.level, made.seat] = [level, chosen === 1 ? 1 : 2];
  kept.keep(made);
  // A browser that is short of room deletes other things first.
  void navigator.storage?.persist?.().catch(() => {});
  location.assign(kept.pathOf(made));
}

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (!(form instanceof HTMLFormElement) || !form.dataset.begin) return;
  event.preventDefault();
  said.textContent = "";
  begin(form).catch((error) => (said.textContent = error instanceof Error ? error.message : String(error)));
});

addEventListener("storage", show);
addEventListener("pageshow", show);
show();
