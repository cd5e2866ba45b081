import { expect } from "bun:test";
import type { Page } from "playwright-core";

const TABS_MAX = 80;

/** The focused control: its name, and whether a person sees that it has the focus. */
interface Focus {
  readonly name: string;
  readonly isShown: boolean;
}

/**
 * Reads the focused control. Radio buttons that a page replaces with its own show the focus on what follows them, and the
 * link of a card on the card.
 */
const FOCUS = `(() => {
  const focused = document.activeElement;
  const label = focused.labels?.[0]?.textContent ?? "";
  const name = focused.getAttribute("aria-label") ?? (label || focused.textContent || focused.placeholder || "");
  const shows = [focused, focused.closest(".card")];
  if (focused.matches(".visually-hidden")) shows.push(focused.nextElementSibling);
  const isShown = shows.some((element) => {
    if (!element || !element.getClientRects().length) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
  });
  return { name: name.trim(), isShown };
})()`;

/** The control that has the focus. */
export function focusOn(page: Page): Promise<Focus> {
  return page.evaluate<Focus>(FOCUS);
}

/** Presses Tab until a control has the focus; each control on the way must show its focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press("Tab");
    const focus = await focusOn(page);
    passed.push(focus.name);
    // Behind the last control the focus is on the document, which shows nothing.
    if (await page.evaluate("document.activeElement === document.body")) continue;
    expect(focus).toEqual({ name: focus.name, isShown: true });
    if (focus.name === name) return;
  }
  throw new Error(`Tab does not reach “${name}”. It passes ${passed.join(" | ")}`);
}

/** Fails unless a control has the focus and shows it, for example after a dialog gave it back. */
export async function expectFocus(page: Page, name: string): Promise<void> {
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await focusOn(page)).toEqual({ name, isShown: true });
}
