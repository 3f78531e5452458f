// The chat next to a board: Enter sends, the latest messages are in sight, and a mark on the tab
// shows that there are new ones.

/** Follows the chat of a page, if it has one. */
export function chat() {
  const section = document.querySelector("#chat");
  const list = section?.querySelector(".remarks");
  const tab = document.querySelector("[data-tabs] [href='#chat']");
  if (!(section instanceof HTMLElement) || !(list instanceof HTMLElement) || !(tab instanceof HTMLElement)) return;
  let known = list.childElementCount;

  const look = () => {
    list.scrollTop = list.scrollHeight;
    const unread = section.hidden && list.childElementCount > known;
    if (!section.hidden) known = list.childElementCount;
    tab.toggleAttribute("data-unread", unread);
    const said = tab.querySelector(".unread");
    if (said) said.textContent = unread ? " (new)" : "";
  };

  section.addEventListener("carrick:selected", look);
  new MutationObserver(look).observe(list, { childList: true });
  section.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement) || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (target.value.trim()) target.form?.requestSubmit();
  });
  look();
}
