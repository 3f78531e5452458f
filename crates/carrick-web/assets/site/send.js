// Sends a page's forms without leaving it: typed text survives a lost connection.
//
// A form marked `data-sent` is sent by this script. The answer replaces the page, or is navigated
// to when it is another page. A form marked `data-asks` leads to a question, which is asked in a
// dialog. Without this script both are ordinary forms. The result is reported on the document,
// since the form itself may have been replaced meanwhile: `carrick:sent` with `{ form }`, or else
// `carrick:unsent` with `{ form, text, lost }`; unless that is cancelled, the text is shown beside
// the form.

import { trouble } from "./connection.js";
import { parsed, put } from "./live.js";

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Forms being sent. */
const sending = new WeakSet();

/**
 * Fetches a page and follows redirects.
 * @param {string} url
 * @param {URLSearchParams} [body] of a form that changes something
 */
async function load(url, body) {
  const headers = { accept: "text/html" };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(url, body ? { method: "POST", body, headers, signal } : { headers, signal });
  // An empty answer of this kind comes from a proxy that cannot reach the server.
  if ([502, 504].includes(answer.status)) throw new TypeError("no answer");
  return { ok: answer.ok, url: new URL(answer.url), page: parsed(await answer.text()) };
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
const fieldsOf = (form, submitter) =>
  new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, submitter)]));

/** The reason that a page gives for a refusal. @param {Document} page */
function reason(page) {
  const said = page.querySelector(".said[role=alert]") ?? page.querySelector("main p:not(:empty)") ?? page.body;
  return (said.textContent ?? "").replace(/\s+/g, " ").trim() || "The server did not take it; please try again.";
}

/**
 * Shows beside a form why it was not sent, or removes the text.
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {boolean} [lost] whether it has not come to the server, as far as one can tell
 */
function answer(form, text, lost = false) {
  const event = new CustomEvent("carrick:unsent", { cancelable: true, detail: { form, text, lost } });
  if (text && !document.dispatchEvent(event)) return;
  const here = form.isConnected ? form : likeForm(form);
  let said = here.nextElementSibling;
  if (!said?.matches("[data-answer]")) {
    if (!text) return;
    said = document.createElement("p");
    said.className = "said";
    said.setAttribute("role", "alert");
    said.setAttribute("data-answer", "");
    here.after(said);
  }
  if (text) said.textContent = text;
  else said.remove();
}

/** The form that has taken the place of another one. @param {HTMLFormElement} form */
function likeForm(form) {
  const all = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(`form[action="${form.getAttribute("action")}"]`));
  return [...all].find((one) => one.offsetParent) ?? form;
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function send(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  answer(form, "");
  const { ok, url, page } = await load(form.getAttribute("action") ?? "", fieldsOf(form, submitter)).catch(() => nowhere);
  sending.delete(form);
  if (!page || !url) {
    answer(form, "Not sent: the connection is lost. What you entered is kept; send it again when the connection is back.", true);
    trouble();
  } else if (!ok) {
    answer(form, reason(page));
  } else if (url.pathname !== document.body.dataset.pageUrl) {
    location.assign(url);
  } else {
    // A page that showed an earlier turn shows the present position now.
    if (location.href !== url.href) history.replaceState(null, "", url);
    form.reset();
    const dialog = form.closest("dialog");
    document.dispatchEvent(new CustomEvent("carrick:sent", { detail: { form } }));
    put(page);
    if (dialog) {
      dialog.close();
      // The game goes on from here.
      document.dispatchEvent(new CustomEvent("carrick:focus-lost", { cancelable: true }));
    }
  }
}

const nowhere = { ok: false, url: undefined, page: undefined };

/**
 * Asks the question of a page in a dialog that leaves the board in sight.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function ask(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  answer(form, "");
  const target = `${form.getAttribute("action")}?${fieldsOf(form, submitter)}`;
  const { ok, page } = await load(target).catch(() => nowhere);
  sending.delete(form);
  if (!page) {
    answer(form, "The connection is lost. Try it when it is back.", true);
    trouble();
    return;
  }
  const question = page.querySelector("#question");
  if (!ok || !question) {
    // The question is outdated: the page says why.
    if (ok) put(page);
    answer(form, reason(page));
    return;
  }
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.setAttribute("aria-labelledby", "question-said");
  dialog.append(...document.adoptNode(question).childNodes);
  dialog.querySelector("a")?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  // When the board has changed, perhaps at the end of the game, the question may be outdated.
  const look = async () => {
    const { ok, page: now } = await load(target).catch(() => nowhere);
    if (!now || !dialog.isConnected || (ok && now.querySelector("#question"))) return;
    dialog.close();
    answer(form, reason(now));
  };
  document.addEventListener("carrick:changed", look);
  dialog.addEventListener("close", () => {
    document.removeEventListener("carrick:changed", look);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  clear(dialog);
}

/** Scrolls so that the board is in sight beside a dialog. @param {HTMLElement} dialog */
function clear(dialog) {
  const [board, box] = [document.querySelector("#board")?.getBoundingClientRect(), dialog.getBoundingClientRect()];
  if (!board) return;
  const end = board.right > box.left ? box.top : innerHeight;
  const top = board.top < 0 ? board.top : Math.min(board.top, Math.max(0, board.bottom - end));
  scrollBy({ top, behavior: "instant" });
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
  const way = form.matches("[data-sent]") ? send : form.matches("[data-asks]") ? ask : undefined;
  if (!way) return;
  event.preventDefault();
  void way(form, submitter);
});
