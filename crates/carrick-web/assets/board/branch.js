// Where in a game one looks, and a line of one's own that leaves it somewhere.

/** A place in a game, or in a line that branches off from it. */
export class Branch {
  constructor() {
    /** How many turns are followed, those of the line included; all of the game, when `undefined`. @type {number | undefined} */
    this.at = undefined;
    /** After how many turns of the game the line begins. */
    this.from = 0;
    /** The whole line; one may look at a part of it. @type {string[]} */
    this.line = [];
  }

  /** How many turns of the game are followed; all, when `undefined`. */
  get ply() {
    return this.then.length ? this.from : this.at;
  }

  /** The turns of the line that are followed. */
  get then() {
    const { at, from, line } = this;
    return at === undefined ? [] : line.slice(0, Math.max(0, at - from));
  }

  /** Whether there is a line, or an earlier turn of the game is looked at. */
  get away() {
    return this.line.length > 0 || this.at !== undefined;
  }

  /**
   * Goes to a number of turns.
   * @param {number} at
   * @param {number} total how many turns the game has
   */
  go(at, total) {
    this.at = this.line.length === 0 && at >= total ? undefined : at;
  }

  /**
   * Plays a turn: the line goes on, or a new one begins.
   * @param {string} turn
   * @param {number} total how many turns the game has
   */
  play(turn, total) {
    const here = this.at ?? total;
    const done = this.line.length ? here - this.from : -1;
    if (done < 0 || (done === 0 && this.line[0] !== turn)) [this.from, this.line] = [here, [turn]];
    else if (this.line[done] !== turn) this.line = [...this.line.slice(0, done), turn];
    this.at = here + 1;
  }

  /** Back to the game as it stands. */
  leave() {
    [this.at, this.from, this.line] = [undefined, 0, []];
  }
}
