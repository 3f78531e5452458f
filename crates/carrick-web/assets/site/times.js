// Shows times in the browser's zone, unless the reader has chosen one in their account.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: zone });

/** Rewrites the times of a page that are not yet in the browser's zone. */
function move() {
  for (const time of document.querySelectorAll("time[data-movable]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const text = `${written.format(new Date(time.dateTime)).replace(" at ", ", ")}`;
    if (time.title) time.title = text;
    else time.textContent = text;
    delete time.dataset.movable;
  }
}

if (zone && zone !== "UTC") {
  move();
  document.addEventListener("carrick:changed", move);
}
