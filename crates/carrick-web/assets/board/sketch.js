// Shows a choice immediately, using what the page already knows: turns that the position lists as
// legal can be previewed without the server's answer. The picture, with all effects of the turn,
// follows.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Spot} Spot */

/**
 * Draws a chosen turn as a ghost of its stone or cube, with the buttons that play it, or else the
 * places to which a chosen cube can go. Returns whether it has drawn a turn.
 * @param {Board} board
 */
export function sketch(board) {
  const { base } = board;
  if (!base) return false;
  if (board.pending) {
    const spot = base.spots.find(({ turn }) => turn === board.pending);
    return Boolean(spot && base.to_move) && preview(board, /** @type {Spot} */ (spot));
  }
  const cube = base.spots.find(({ place, to }) => place === board.select && to?.length);
  if (cube) ways(board, cube);
  return false;
}

/** @param {Board} board @param {Spot} spot */
function preview(board, spot) {
  const { base } = board;
  if (!base?.to_move) return false;
  const marks = board.blank(base);
  marks.ghost("chosen", base.to_move.colour, base.game === "ankor", spot.id);
  marks.rings("chosen", "pending", [spot.id], 0.56);
  board.solid?.mark();
  board.panel.change(board.panel.controls(base));
  return true;
}

/** @param {Board} board @param {Spot} cube */
function ways(board, cube) {
  const { base } = board;
  if (!base) return;
  const marks = board.blank(base);
  marks.rings("chosen", "selected", [cube.id], 0.5);
  const ends = base.spots.filter(({ place, hidden }) => !hidden && cube.to?.includes(place));
  marks.rings("chosen", "target", ends.map(({ id }) => id));
  board.solid?.mark();
}
