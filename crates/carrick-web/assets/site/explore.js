// Keeps the address of an explored game in step with its board, so that the page can be kept and
// passed on.

const board = document.querySelector("#board[data-turns]");
const known = (board instanceof HTMLElement ? board.dataset.turns ?? "" : "").split(" ").filter(Boolean);

document.addEventListener("carrick:branch", (event) => {
  const { ply, then } = /** @type {CustomEvent<{ ply: number, then: string[] }>} */ (event).detail;
  const turns = then.length ? [...known.slice(0, ply), ...then] : known;
  const here = new URL(location.href);
  here.searchParams.delete("turn");
  here.searchParams.set("turns", turns.join(" "));
  history.replaceState(null, "", here);
});
