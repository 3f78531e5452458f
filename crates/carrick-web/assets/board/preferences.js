// How the reader wants boards to look and sound, as words for everything that differs from the
// default. Pages contain these words (crate carrick-web, pages::page). They are kept in a cookie
// and, for readers with an account, with the account. The page "Appearance" also changes them.

/**
 * @typedef {object} Preferences
 * @property {"flat" | "solid" | undefined} view undefined if the reader has not chosen one
 * @property {boolean} bare without coordinates
 * @property {boolean} still without movement
 * @property {boolean} sound
 * @property {boolean} hints remarks on turns
 * @property {boolean} quick turns are played without confirming them
 */

const COOKIE = "appearance";

/** How many seconds browsers keep it: four hundred days, the maximum that they allow. */
const KEPT_SECONDS = 400 * 24 * 3600;

/** The words that this script changes; the others are for style sheets. */
const OWN = ["usual", "solid", "flat", "bare", "still", "sound", "wordy", "learning", "terse"];

const page = document.documentElement;

/** The words in this page, or else those in the cookie. */
const words = () => (page.dataset.appearance ?? cookie()).split(".").filter(Boolean);

function cookie() {
  const pair = document.cookie.split("; ").find((pair) => pair.startsWith(`${COOKIE}=`)) ?? "";
  return pair.slice(COOKIE.length + 1);
}

/** The reader's preferences, or the defaults. @returns {Preferences} */
export function preferences() {
  const kept = words();
  return {
    view: kept.includes("solid") ? "solid" : kept.includes("flat") ? "flat" : undefined,
    bare: kept.includes("bare"),
    still: kept.includes("still"),
    sound: kept.includes("sound"),
    quick: kept.includes("quick"),
    hints: kept.includes("wordy") || (!kept.includes("terse") && !document.querySelector("[data-remarks=asked]")),
  };
}

/**
 * Saves a preference; a browser without cookies or connection forgets it. @param
 * {Partial<Preferences>} changed
 */
export function prefer(changed) {
  const { view, bare, still, sound } = { ...preferences(), ...changed };
  // Only readers who have used the switch for remarks have made a choice about them.
  const chosen = changed.hints === undefined ? words().find((word) => ["wordy", "terse"].includes(word)) : changed.hints ? "wordy" : "terse";
  const own = [view, bare && "bare", still && "still", sound && "sound", chosen].filter(Boolean);
  const text = [...words().filter((word) => !OWN.includes(word)), ...own].join(".") || "usual";
  const secure = location.protocol === "https:" ? "; Secure" : "";
  if (text === page.dataset.appearance) return;
  page.dataset.appearance = text;
  document.cookie = `${COOKIE}=${text}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax${secure}`;
  const account = page.dataset.kept;
  if (account) void fetch(account, { method: "POST", body: new URLSearchParams({ words: text }), keepalive: true, redirect: "manual" }).catch(() => {});
}

/** Whether turns are animated. */
export const moves = () => !preferences().still && !matchMedia("(prefers-reduced-motion: reduce)").matches;
