// Shows the board of the chosen options. Without this script, a button does.

import { optionsOf } from "./options.js";

const figure = document.querySelector("#picture");
const image = figure?.querySelector("img");
const source = figure?.querySelector("source");
const refused = figure?.querySelector("[role=status]");
let asked = "";

/** @param {string} theme @param {string} options */
function pictureOf(theme, options) {
  const game = figure instanceof HTMLElement ? figure.dataset.game : "";
  return `/pictures/${game}${theme}.svg?${options ? `options=${encodeURIComponent(options)}&` : ""}show=no-labels`;
}

/**
 * Shows the board, or explains why there is none and keeps the previous one.
 * @param {string} options
 */
async function show(options) {
  if (!image || !source || !refused) return;
  const light = pictureOf("", options);
  asked = options;
  const answer = await fetch(light).catch(() => null);
  if (!answer || asked !== options) return;
  refused.textContent = answer.status === 400 ? await answer.text() : "";
  if (!answer.ok) return;
  source.srcset = pictureOf("-dark", options);
  image.src = light;
}

for (const button of document.querySelectorAll("[data-shows-board]")) button.remove();
document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.form && target.name.startsWith("-")) show(optionsOf(target.form));
});
