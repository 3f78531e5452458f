// Conditional turns: lines of turns separated by commas, as the server's form expects them.

/** The field of conditional turns, if the page has one. */
export function field() {
  const input = document.querySelector("input[name=line]");
  return input instanceof HTMLInputElement ? input : undefined;
}

/**
 * Adds a line to others, and drops those that it contradicts or continues.
 * @param {string} kept lines separated by commas
 * @param {string[]} line the opponent's turn, your reply, and so on
 */
export function joined(kept, line) {
  const others = kept.split(",").map((other) => other.split(/\s+/).filter(Boolean));
  const stays = others.filter((other) => other.length && !replaced(other, line));
  return [...stays, line].map((turns) => turns.join(" ")).join(", ");
}

/**
 * Whether an old line starts in the same way, and then ends or has another reply.
 * @param {string[]} old
 * @param {string[]} line
 */
function replaced(old, line) {
  const parting = old.findIndex((turn, index) => turn !== line[index]);
  return parting < 0 || (parting % 2 === 1 && parting < line.length);
}
