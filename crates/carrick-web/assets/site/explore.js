// Keeps the URL of an explored game up to date, so that readers can bookmark and share it.

const board = document.querySelector("#board[data-turns]");
const known = (board instanceof HTMLElement ? board.dataset.turns ?? "" : "").split(" ").filter(Boolean);

document.addEventListener("carrick:branch", (event) => {
  const { ply, then } = /** @type {CustomEvent<{ ply: number, then: string[] }>} */ (event).detail;
  const turns = then.length ? [...known.slice(0, ply), ...then] : known;
  const here = new URL(location.href);
  here.searchParams.delete("turn");
  here.searchParams.set("turns", turns.join(" "));
  history.replaceState(null, "", here);
  // A study that is kept contains what was explored.
  const kept = document.querySelector(".keep-study input[name=turns]");
  if (kept instanceof HTMLInputElement) kept.value = turns.join(" ");
});
