import { beforeAll, expect, test } from "bun:test";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { ar } from "../../packages/dashboard/src/text/ar.ts";
import { de } from "../../packages/dashboard/src/text/de.ts";
import { en } from "../../packages/dashboard/src/text/en.ts";
import { zh } from "../../packages/dashboard/src/text/zh.ts";
import { ar as accountPages } from "../../server/src/modules/accounts/pages/text/ar.ts";
import type { DashboardSession } from "./dashboard-session.ts";
import type { EveryPage } from "./every-page.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** A browser's language, its catalogue, and the forms of a date and of a size of 1,234 bytes. */
const LANGUAGES = [
  ["de-DE", de, /^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/, "1,2 kB"],
  ["zh-CN", zh, /^\d{4}年\d+月\d+日/, "1.2 kB"],
  ["ar-EG", ar, /^[٠-٩]/, "١٫٢"],
] as const;

/** All texts and labels of a page, also of parts that are not in view, but not names. */
const SHOWN = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("bdi")) texts.push(walker.currentNode.data.trim());
  for (const name of ["aria-label", "placeholder", "title"])
    for (const element of document.querySelectorAll("[" + name + "]")) texts.push(element.getAttribute(name));
  return texts.filter((text) => text !== "");
})()`;

/** The dashboard in other languages than English. */
export function languages(session: () => DashboardSession): void {
  const paths: EveryPage[] = [];
  let spacePath = "";

  beforeAll(async () => {
    const made = await session().everyPage();
    paths.push(...made.pages);
    spacePath = made.spacePath;
    await session().quarry.documents.upload({
      ...{ spaceId: spacePath.split("/").at(-1) ?? "", filename: "broken.pdf" },
      file: new TextEncoder().encode("%PDF-1.4\n1 0 obj\n<<"),
    });
  });

  /** A page of the owner in a browser with another language. */
  async function pageIn(locale: string): Promise<Page> {
    const storageState = await session().page.context().storageState();
    return session().browser.newPage({ locale, storageState, viewport: DESKTOP });
  }

  async function show(page: Page, path: string, title: string): Promise<void> {
    await page.goto(session().server.baseUrl + path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
  }

  for (const [locale, catalogue, date, size] of LANGUAGES)
    test(`has all texts in ${locale}, and room for them`, async () => {
      const page = await pageIn(locale);
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      const own = new Set(stringsOf(catalogue));
      const english = new Set(stringsOf(en).filter((text) => !own.has(text)));
      const found: string[] = [];
      for (const [path, title] of paths) {
        await show(page, path, title(catalogue));
        const shown = (await page.evaluate(SHOWN)) as string[];
        found.push(...shown.filter((text) => english.has(text) || /undefined|\[object/.test(text)));
        for (const viewport of [PHONE, DESKTOP]) {
          await page.setViewportSize(viewport);
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          if (Number(overflow) > 0) found.push(`${path}: ${overflow} pixels too wide at ${viewport.width}`);
        }
        if (catalogue === ar) found.push(...(await axeProblems(page)));
      }
      expect(found).toEqual([]);

      await show(page, spacePath, "Port of Whitby");
      const row = page.getByRole("listitem").filter({ hasText: "size.txt" });
      expect(await row.locator("time").getAttribute("title")).toMatch(date);
      expect(await row.locator(".document-size").textContent()).toStartWith(size);
      const problem = page
        .getByRole("listitem")
        .filter({ hasText: "broken.pdf" })
        .locator(".document-problem");
      await problem
        .getByText(catalogue.reading["The PDF is damaged and cannot be opened."] ?? "missing")
        .waitFor();
      expect(errors).toEqual([]);
      await page.context().close();
      // Axe takes two seconds for a page of a busy machine.
    }, 240_000);

  test("runs from right to left in Arabic, and code and charts from left to right", async () => {
    const page = await pageIn("ar");
    await show(page, "/app/assistants", ar.assistants.title);
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    const [sidebar, content] = await Promise.all(
      [".sidebar", ".content"].map((place) => page.locator(place).boundingBox()),
    );
    expect(sidebar?.x).toBeGreaterThan(content?.x ?? 0);
    const direction = (place: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${place}")).direction`);
    expect(await direction(".connect code")).toBe("ltr");
    await show(page, "/app/playground?q=lighthouse&spaces=port-of-whitby", ar.nav.playground);
    await page.locator(".result-text").first().waitFor();
    expect(await direction(".result-text")).toBe("ltr");
    expect(await direction(".score-bar")).toBe("ltr");
    await page.context().close();
  });

  test("is chosen in the account menu, and stays, on pages without script, too; no other language is loaded", async () => {
    const page = await pageIn("en-GB");
    await show(page, "/app/playground", en.nav.playground);
    await page.getByLabel(en.playground.question).fill("Not asked yet");
    await page.locator(".account-button").click();
    await page.getByRole("menuitem", { name: en.language.open }).click();
    await page.getByText(en.language.typed).waitFor();
    await page.getByRole("radio", { name: "العربية" }).check();
    await page.getByRole("button", { name: en.language.use }).click();
    await page.getByRole("heading", { level: 1, name: ar.nav.playground }).waitFor();
    const loaded: string[] = [];
    page.on("request", (request) => {
      const [, language] = /\/(en|de|zh|ar)-[0-9a-f]+\.js$/.exec(request.url()) ?? [];
      if (language !== undefined) loaded.push(language);
    });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: ar.nav.playground }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("ar");
    expect(loaded).toEqual(["ar"]);

    await page.goto(`${session().server.baseUrl}/app/account`);
    await page.getByRole("heading", { level: 1, name: accountPages.account.title }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await page.context().close();
  });
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

async function axeProblems(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  // Colors are the same in each language.
  const { violations } = await axe.disableRules("color-contrast").analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
