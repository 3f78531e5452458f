// Steps of lessons that were finished without the server. Their tries are sent when it can be
// reached again, so that it knows about them.

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
    // A browser that stores nothing forgets that a step was finished; the reader can repeat it.
  }
}

/** Records a right try. @param {string} url */
export const note = (url) => keep([...waiting().filter((one) => one !== url), url]);

/**
 * Whether a step is finished, as far as this browser knows.
 * @param {string} game
 * @param {number} step the number under which progress is kept
 */
export function has(game, step) {
  const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("learned=")) ?? "";
  const bits = new RegExp(`\\b${game}\\.([0-9a-f]+)`).exec(cookie)?.[1] ?? "0";
  if ((parseInt(bits, 16) >> (step - 1)) & 1) return true;
  return waiting().some((url) => url.startsWith(`/learn/${game}/`) && url.endsWith(`&kept=${step}`));
}

/** Sends the tries one after another, because each answer adds to what the browser knows. */
export async function send() {
  for (const url of waiting()) {
    const answer = await fetch(url, { headers: { accept: "text/html" } }).catch(() => undefined);
    // If the server is busy, the next page asks again; if it does not know the step, no page does.
    if (!answer || answer.status >= 429) return;
    keep(waiting().filter((one) => one !== url));
  }
}
