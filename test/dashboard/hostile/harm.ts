import type { Page } from "playwright-core";

const WIDTHS = [1280, 390];
const HEIGHT = 860;

/** Notes what the policy of a page refuses. It runs before the scripts of the page. */
const NOTES = `window.__refused = [];
addEventListener("securitypolicyviolation", (event) => window.__refused.push(event.violatedDirective));`;

/** What a hostile text did to the current page. Empty: it is shown as text. */
const HARM = `(() => {
  const found = [];
  if (window.__hit !== undefined) found.push("a script ran");
  for (const directive of window.__refused ?? []) found.push("the policy refused " + directive);
  if (document.querySelector("script:not([src^='/app/assets/'])")) found.push("a script element");
  for (const name of ["iframe", "object", "embed", "base", "marquee", "meta[http-equiv]"])
    if (document.querySelector(name)) found.push("an element " + name);
  for (const element of document.querySelectorAll(":not(head > link[rel=icon])"))
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) found.push("an attribute " + name);
      if (!["href", "src", "action", "formaction", "xlink:href", "srcset", "data"].includes(name)) continue;
      const url = URL.parse(value, location.href);
      if (!url || (url.origin !== location.origin && url.protocol !== "blob:")) found.push("an address " + value);
    }
  return found;
})()`;

/** The elements that make the page, or an open dialog, wider than the window. */
const TOO_WIDE = `(() => {
  const frames = [document.documentElement, ...document.querySelectorAll("dialog[open]")];
  return frames
    .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
    .flatMap((frame) => {
      const { right } = frame.getBoundingClientRect();
      return [...frame.querySelectorAll("*")]
        .filter((element) => element.getBoundingClientRect().right > right + 1)
        .map((element) => element.tagName + "." + element.className + ": " + element.textContent.slice(0, 40));
    })
    .slice(0, 5);
})()`;

/** Watches a page for scripts that run, from its next address on. */
export function watchForHarm(page: Page): Promise<void> {
  return page.addInitScript(NOTES).then(() => undefined);
}

/** What is wrong with the current page: what ran, what became an element or an address, and what is too wide, on a phone too. */
export async function harmOn(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const wide = await page.evaluate<string[]>(TOO_WIDE);
    found.push(...wide.map((element) => `wider than ${width}: ${element}`));
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 1280, height: HEIGHT });
  return [...found, ...(await page.evaluate<string[]>(HARM))];
}

/** The texts of all elements that a selector finds. */
export function textsOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map(({ textContent }) => textContent)`,
  );
}

/** The texts of all elements of a long list. Only the rows in view exist, so it scrolls from the top to the end. */
export async function textsOfList(page: Page, selector: string): Promise<string[]> {
  const rows = new Map<string, string>();
  await page.evaluate("scrollTo(0, 0)");
  for (let [top, last] = [0, -1]; top !== last; ) {
    await page.waitForTimeout(60);
    await page.locator(".paged-list .skeleton").first().waitFor({ state: "detached" });
    for (const [index, text] of await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll(".paged-list > li")].flatMap((row) =>
        [...row.querySelectorAll(${JSON.stringify(selector)})].map((found) => [row.dataset.index, found.textContent]))`,
    ))
      rows.set(index, text);
    [last, top] = [top, await page.evaluate<number>("(scrollBy(0, innerHeight * 0.7), scrollY)")];
  }
  return [...rows.values()];
}
