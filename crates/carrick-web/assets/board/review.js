// The review of a finished game next to its board. If the reader chooses a turn there, the board
// shows it without leaving the page, and the text about it scrolls into view.

/** @typedef {import("./board.js").Board} Board */

/** The turn to which a link leads, if it stays on this page. @param {Element} link */
function turnOf(link) {
  const to = new URL(link.getAttribute("href") ?? "", location.href);
  const at = to.searchParams.get("at");
  return to.pathname === location.pathname && at !== null ? Number(at) : undefined;
}

/** Shows the turns of a review on its board. @param {Board} board */
export function review(board) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#review a") : null;
    const at = link ? turnOf(link) : undefined;
    if (at === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    board.go(at);
    history.replaceState(null, "", `${location.pathname}?at=${at}`);
    mark(at);
  });
  // The address matches the position that is shown.
  document.addEventListener("carrick:branch", () => {
    if (!new URLSearchParams(location.search).has("at")) return;
    history.replaceState(null, "", location.pathname);
    mark(undefined);
  });
}

/** Marks a turn in the review. @param {number | undefined} at */
function mark(at) {
  for (const link of document.querySelectorAll("#review a[href]")) {
    const is = at !== undefined && turnOf(link) === at;
    if (is) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    const item = link.closest(".turning > li");
    if (item && link.matches("p:first-child > a")) {
      item.classList.toggle("is-here", is);
      if (is) item.scrollIntoView({ block: "nearest" });
    }
    const hit = is ? link.querySelector(".hit") : null;
    const line = document.querySelector(".review-graph .now");
    if (!hit || !line) continue;
    const [left, width] = ["x", "width"].map((name) => Number(hit.getAttribute(name)));
    for (const end of ["x1", "x2"]) line.setAttribute(end, String((left ?? 0) + (width ?? 0) / 2));
  }
}
