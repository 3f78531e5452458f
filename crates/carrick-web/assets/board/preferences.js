// How the reader wants boards to look and sound. The site keeps it in a cookie, as words for what
// is not usual (crate carrick-web, pages::appearance), and its page "Appearance" changes it, too.

/**
 * @typedef {object} Preferences
 * @property {"flat" | "solid"} view
 * @property {boolean} bare without coordinates
 * @property {boolean} still without movement
 * @property {boolean} sound
 * @property {boolean} hints remarks on turns
 */

const COOKIE = "appearance";

/** Seconds for which browsers keep it: four hundred days, the most that they allow. */
const KEPT_SECONDS = 400 * 24 * 3600;

/** The words that this script changes; the others are for style sheets. */
const OWN = ["solid", "flat", "bare", "still", "sound", "terse"];

/** The words in the cookie. */
function words() {
  const pair = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`)) ?? "";
  return pair.slice(COOKIE.length + 1).split(".").filter(Boolean);
}

/** The reader's preferences, or the defaults. @returns {Preferences} */
export function preferences() {
  const kept = words();
  return {
    view: kept.includes("solid") ? "solid" : "flat",
    bare: kept.includes("bare"),
    still: kept.includes("still"),
    sound: kept.includes("sound"),
    hints: !kept.includes("terse"),
  };
}

/** Keeps a preference; a browser without cookies forgets it. @param {Partial<Preferences>} changed */
export function prefer(changed) {
  const { view, bare, still, sound, hints } = { ...preferences(), ...changed };
  const own = [view === "solid" && "solid", bare && "bare", still && "still", sound && "sound", !hints && "terse"].filter(Boolean);
  const text = [...words().filter((word) => !OWN.includes(word)), ...own].join(".");
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${text}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
}

/** Whether turns are shown by movement. */
export const moves = () => !preferences().still && !matchMedia("(prefers-reduced-motion: reduce)").matches;
