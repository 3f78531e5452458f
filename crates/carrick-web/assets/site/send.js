// Sends a page's forms without leaving it, so that typed text survives a lost connection.
//
// A form marked `data-sent` is sent by this script. The answer replaces the page or, if it is
// another page, is navigated to. Without this script it is an ordinary form. The result is reported
// on the document, because the form itself may have been replaced in the meantime: `carrick:sent`
// with `{ form }`, or else `carrick:unsent` with `{ form, text, lost }`. Unless that event is
// cancelled, the text is shown next to the form.

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
  // An empty answer with this status comes from a proxy that cannot reach the server.
  if ([502, 504].includes(answer.status)) throw new TypeError("no answer");
  return { ok: answer.ok, url: new URL(answer.url), page: parsed(await answer.text()) };
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
const fieldsOf = (form, submitter) =>
  new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form, submitter)]));

/** The reason that a page gives for a refusal. @param {Document} page */
function reason(page) {
  const said = page.querySelector(".said[role=alert]") ?? page.querySelector("main p:not(:empty)") ?? page.body;
  return (said.textContent ?? "").replace(/\s+/g, " ").trim() || "The server did not accept it; please try again.";
}

/**
 * Shows next to a form why it was not sent, or removes that text.
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {boolean} [lost] whether it seems not to have reached the server
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

/** The form that has replaced another one. @param {HTMLFormElement} form */
function likeForm(form) {
  const all = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(`form[action="${form.getAttribute("action")}"]`));
  return [...all].find((one) => one.offsetParent) ?? form;
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function send(form, submitter) {
  if (sending.has(form)) return;
  sending.add(form);
  answer(form, "");
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const { ok, url, page } = await load(action, fieldsOf(form, submitter)).catch(() => nowhere);
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
    document.dispatchEvent(new CustomEvent("carrick:sent", { detail: { form } }));
    put(page);
  }
}

const nowhere = { ok: false, url: undefined, page: undefined };

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || !form.matches("[data-sent]")) return;
  event.preventDefault();
  void send(form, submitter);
});
