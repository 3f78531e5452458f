// Puts the turns that were tried on the board of a study into the form that adds them.

const board = document.querySelector("#board[data-turns]");
const known = (board instanceof HTMLElement ? board.dataset.turns ?? "" : "").split(" ").filter(Boolean);

document.addEventListener("carrick:branch", (event) => {
  const { ply, then } = /** @type {CustomEvent<{ ply: number, then: string[] }>} */ (event).detail;
  const field = document.querySelector("#study-add input[name=turns]");
  // A line that leaves the study earlier is added from the page of that turn.
  if (field instanceof HTMLInputElement && ply === known.length) field.value = then.join(" ");
});

export {};
