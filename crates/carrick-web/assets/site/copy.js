// Copies the link next to a button. Without this script the link can be selected.

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-copy]") : null;
  const link = button?.parentElement?.querySelector("input");
  if (!button?.firstChild || !link) return;
  link.select();
  // Browsers offer their clipboard only on encrypted pages.
  const copied = await navigator.clipboard?.writeText(link.value).then(() => true, () => false);
  if (copied || document.execCommand("copy")) button.firstChild.textContent = "Copied";
});
