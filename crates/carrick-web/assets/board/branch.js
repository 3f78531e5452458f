// Variation tree of a page: the position shown in the game, or in a line that branches off.

/** A position in a game, or in a line that branches off from it. */
export class Branch {
  constructor() {
    /**
     * Number of turns shown, including those of the line; `undefined` means the whole game.
     * @type {number | undefined}
     */
    this.at = undefined;
    /** Number of turns of the game before the line begins. */
    this.from = 0;
    /** The whole line, which may be shown only in part. @type {string[]} */
    this.line = [];
  }

  /** Number of turns of the game that are shown; `undefined` means all. */
  get ply() {
    return this.then.length ? this.from : this.at;
  }

  /** Turns of the line that are shown. */
  get then() {
    const { at, from, line } = this;
    return at === undefined ? [] : line.slice(0, Math.max(0, at - from));
  }

  /** Whether a line or an earlier turn of the game is shown. */
  get away() {
    return this.line.length > 0 || this.at !== undefined;
  }

  /**
   * Goes to a number of turns.
   * @param {number} at
   * @param {number} total number of turns in the game
   */
  go(at, total) {
    this.at = this.line.length === 0 && at >= total ? undefined : at;
  }

  /**
   * Plays a turn: continues the line, or starts a new one.
   * @param {string} turn
   * @param {number} total number of turns in the game
   */
  play(turn, total) {
    const here = this.at ?? total;
    const done = this.line.length ? here - this.from : -1;
    if (done < 0 || (done === 0 && this.line[0] !== turn)) [this.from, this.line] = [here, [turn]];
    else if (this.line[done] !== turn) this.line = [...this.line.slice(0, done), turn];
    this.at = here + 1;
  }

  /** Returns to the present position of the game. */
  leave() {
    [this.at, this.from, this.line] = [undefined, 0, []];
  }
}
