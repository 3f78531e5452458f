// Tabs of the panel next to a board: its sections one at a time, following the ARIA pattern.
// Without this script they are links to sections that are all visible.

import { chat } from "./chat.js";

/** Turns the links of a page's `[data-tabs]` into tabs, if there are any. */
export function tabs() {
  const list = document.querySelector("[data-tabs]");
  if (!(list instanceof HTMLElement)) return;
  const all = [...list.querySelectorAll("a")].flatMap((link) => {
    const section = document.querySelector(link.hash);
    return section instanceof HTMLElement ? [{ link, section }] : [];
  });

  /**
   * Shows a section in place of the others.
   * @param {HTMLElement} section
   */
  const select = (section) => {
    for (const one of all) {
      const chosen = one.section === section;
      one.link.setAttribute("aria-selected", String(chosen));
      one.link.tabIndex = chosen ? 0 : -1;
      one.section.hidden = !chosen;
    }
    section.dispatchEvent(new CustomEvent("carrick:selected"));
  };

  /**
   * Shows the section of an element that a link names.
   * @param {string} hash
   */
  const reveal = (hash) => {
    const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    const found = target && all.find(({ section }) => section.contains(target));
    if (!found) return;
    select(found.section);
    if (target !== found.section) target.scrollIntoView({ block: "nearest" });
  };

  list.setAttribute("role", "tablist");
  list.parentElement?.classList.add("is-tabbed");
  for (const { link, section } of all) {
    link.setAttribute("role", "tab");
    link.setAttribute("aria-controls", section.id);
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", link.id);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      select(section);
    });
  }
  list.addEventListener("keydown", (event) => {
    const at = all.findIndex(({ link }) => link === event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Here the arrows do not step through the turns.
    event.preventDefault();
    event.stopPropagation();
    const next = all.at(to % all.length);
    if (!next) return;
    select(next.section);
    next.link.focus();
  });
  document.addEventListener("click", (event) => {
    const control = event.target instanceof Element ? event.target.closest("a[href^='#'], [data-reveals]") : null;
    if (control instanceof HTMLAnchorElement && !list.contains(control)) reveal(control.hash);
    // The page stays where it is.
    const revealed = control instanceof HTMLButtonElement && document.querySelector(control.dataset.reveals ?? "");
    const section = revealed && all.find(({ section }) => section.contains(revealed))?.section;
    if (section) select(section);
  });
  const first = all.find(({ section }) => "first" in section.dataset) ?? all[0];
  if (first) select(first.section);
  reveal(location.hash);
  chat();
}
