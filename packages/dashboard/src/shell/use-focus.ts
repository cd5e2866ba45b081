import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { keepFocus } from "./keep-focus.ts";

/** Moves the focus to the heading of a page when another page was opened, and to the next row when a row that had it is gone. */
export function useFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) focusPage();
      }),
    [router],
  );
  useEffect(() => keepFocus(focusPage), []);
}

/** The heading, or the content while the page is still read. The router decides how far the page is scrolled. */
function focusPage(): void {
  if (document.querySelector("dialog[open]")) return;
  const content = document.getElementById("content");
  const place = content?.querySelector<HTMLElement>("h1:not(.visually-hidden)") ?? content;
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
