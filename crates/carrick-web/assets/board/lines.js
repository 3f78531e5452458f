// Answers in advance: lines of turns, as the server's form takes them, parted by commas.

/** The field that takes the lines, if the page has one. */
export function field() {
  const input = document.querySelector("input[name=line]");
  return input instanceof HTMLInputElement ? input : undefined;
}

/**
 * The lines with one more; those that it contradicts or goes beyond are left out.
 * @param {string} kept lines parted by commas
 * @param {string[]} line the opponent's turn, one's own answer, and so on
 */
export function joined(kept, line) {
  const others = kept.split(",").map((other) => other.split(/\s+/).filter(Boolean));
  const stays = others.filter((other) => other.length && !replaced(other, line));
  return [...stays, line].map((turns) => turns.join(" ")).join(", ");
}

/**
 * Whether a line has the same beginning, and then nothing more or another answer.
 * @param {string[]} old
 * @param {string[]} line
 */
function replaced(old, line) {
  const parting = old.findIndex((turn, index) => turn !== line[index]);
  return parting < 0 || (parting % 2 === 1 && parting < line.length);
}
