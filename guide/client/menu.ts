/** On a narrow screen the navigation is folded behind a button. */
export function startMenu(): void {
  const button = document.querySelector<HTMLButtonElement>("#menu");
  if (!button) return;
  button.hidden = false;
  document.body.classList.add("has-menu");
  const show = (isShown: boolean) => {
    button.setAttribute("aria-expanded", String(isShown));
    document.body.classList.toggle("shows-menu", isShown);
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button.getAttribute("aria-expanded") !== "true") return;
    show(false);
    button.focus();
  });
  // The current page, without moving the document.
  const current = document.querySelector<HTMLElement>('#pages [aria-current="page"]');
  const pages = document.querySelector("#pages");
  if (current && pages) pages.scrollTop = Math.max(0, current.offsetTop - pages.clientHeight / 2);
}
