// Shows the board of the options that are being chosen. Without this script a button does.

const figure = document.querySelector("#picture");
const image = figure?.querySelector("img");
const source = figure?.querySelector("source");

/** The options of a form as they are typed in a command. @param {HTMLFormElement} form */
function optionsOf(form) {
  const named = [...new FormData(form)].filter(([name, value]) => /^-\w/.test(name) && value !== "");
  const isSwitch = (/** @type {string} */ name) => form.querySelector(`input[type=checkbox][name="${name}"]`) !== null;
  return named.map(([name, value]) => (isSwitch(name) ? name : `${name}=${value}`)).join(" ");
}

/** @param {string} theme @param {string} options */
function pictureOf(theme, options) {
  const game = figure instanceof HTMLElement ? figure.dataset.game : "";
  return `/pictures/${game}${theme}.svg${options ? `?options=${encodeURIComponent(options)}` : ""}`;
}

/** @param {string} options */
function show(options) {
  if (!image || !source) return;
  // What is half typed is no board; then the last one stays.
  const next = new Image();
  next.addEventListener("load", () => {
    source.srcset = pictureOf("-dark", options);
    image.src = next.src;
    image.alt = options ? `The board with ${options}` : "";
  });
  next.src = pictureOf("", options);
}

for (const button of document.querySelectorAll("[data-look]")) button.remove();
document.addEventListener("change", ({ target }) => {
  const form = target instanceof Element ? target.closest("form") : null;
  if (form && target instanceof HTMLElement && target.getAttribute("name")?.startsWith("-")) show(optionsOf(form));
});
