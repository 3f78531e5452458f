// Preferences of a reader for boards, kept in this browser under one key.

/** @typedef {{ view: "flat" | "solid", sound: boolean }} Preferences */

const KEY = "carrick-board";

/** @type {Preferences} */
const USUAL = { view: "flat", sound: false };

/** The preferences kept in this browser, or the defaults. @returns {Preferences} */
export function preferences() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return USUAL;
  }
}

/** Keeps a preference. @param {Partial<Preferences>} changed */
export function prefer(changed) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...preferences(), ...changed }));
  } catch {
    // A browser that keeps nothing still shows what is chosen now.
  }
}
