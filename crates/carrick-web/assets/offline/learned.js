// Steps of lessons that were finished without the server: their tries are sent when it is back, so
// that it knows of them.

const NAME = "carrick.learned";

/** The URLs of right tries that the server has not seen. @returns {string[]} */
function waiting() {
  try {
    const urls = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(urls) ? urls.filter((url) => typeof url === "string" && url.startsWith("/learn/")) : [];
  } catch {
    return [];
  }
}

/** @param {string[]} urls */
function keep(urls) {
  try {
    if (urls.length) localStorage.setItem(NAME, JSON.stringify(urls));
    else localStorage.removeItem(NAME);
  } catch {
    // A browser that keeps nothing forgets that a step was finished; it can be done again.
  }
}

/** Notes a right try. @param {string} url */
export const note = (url) => keep([...waiting().filter((one) => one !== url), url]);

/**
 * Whether a step is finished, as far as this browser knows.
 * @param {string} game
 * @param {number} step the number by which progress keeps it
 */
export function has(game, step) {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("learned=")) ?? "";
  const bits = new RegExp(`\\b${game}\\.([0-9a-f]+)`).exec(cookie)?.[1] ?? "0";
  if ((parseInt(bits, 16) >> (step - 1)) & 1) return true;
  return waiting().some((url) => url.startsWith(`/learn/${game}/`) && url.endsWith(`&kept=${step}`));
}

/** Sends the tries, one after the other, since each answer adds to what the browser knows. */
export async function send() {
  for (const url of waiting()) {
    const answer = await fetch(url, { headers: { accept: "text/html" } }).catch(() => undefined);
    // A server that is busy is asked again with the next page; one that knows no such step is not.
    if (!answer || answer.status >= 429) return;
    keep(waiting().filter((one) => one !== url));
  }
}
