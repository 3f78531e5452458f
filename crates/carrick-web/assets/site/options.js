// The options of a new game, as in its form.

/** The options of a form as words of a command. @param {HTMLFormElement} form */
export function optionsOf(form) {
  const lists = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select[name^='-']")]);
  const chosen = lists.filter(({ value }) => value !== "");
  return chosen.map((list) => ("switch" in list.dataset ? list.name : `${list.name}=${list.value}`)).join(" ");
}
