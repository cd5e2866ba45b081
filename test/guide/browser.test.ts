import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { object, objects, string } from "../contract/reading.ts";
import { hasBrowser, startBrowser, type TestBrowser } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";

/** One page of each kind. */
const PAGES = [
  "",
  "quickstart.html",
  "concepts.html",
  "backup.html",
  "api/usage.html",
  "errors/conflict.html",
];

describe.skipIf(!hasBrowser())("the guide, in a browser", () => {
  let server: RunningServer;
  let browser: TestBrowser;
  let page: Page;
  const problems: string[] = [];
  const hosts = new Set<string>();
  const open = (path: string) => page.goto(`${server.baseUrl}/guide/${path}`);

  beforeAll(async () => {
    server = await startServer();
    browser = await startBrowser();
    page = await browser.newPage();
    page.on("pageerror", (error) => problems.push(error.message));
    // Also what the policy of the page forbids.
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
  }, 120_000);
  afterAll(async () => {
    await browser?.stop();
    await server?.stop();
  });

  test("finds a page by a word of it, with the keyboard alone", async () => {
    await open("");
    await page.keyboard.press("/");
    await page.keyboard.type("golden quer");
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("option").first().textContent()).toContain("golden queries");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/evaluation\.html/);
    expect(await page.locator("h1").textContent()).toBe("Evaluation and golden queries");
  });

  test("shows samples in one language, and remembers it", async () => {
    await open("quickstart.html");
    const shown = page.locator(".tabs section:visible");
    expect(await shown.first().textContent()).toContain("curl -X POST");
    await page.getByRole("tab", { name: "Python" }).first().click();
    expect(await shown.first().textContent()).toContain("requests.Session()");
    await open("ask.html");
    expect(await shown.first().textContent()).toContain("requests.post");
    await page.getByRole("tab", { name: "Python" }).press("ArrowLeft");
    expect(await shown.first().textContent()).toContain("new Quarry()");
  });

  test("hides the navigation behind a button on a phone, and no page is wider than the screen", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of PAGES) {
      await open(path);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, 360]);
    }
    expect(await page.getByRole("navigation", { name: "Pages" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Quickstart" }).first().click();
    await page.waitForURL(/quickstart\.html/);
  });

  test("has no barrier that axe knows, in light and dark, on phones and wide screens", async () => {
    const axe = await Bun.file(createRequire(import.meta.url).resolve("axe-core/axe.min.js")).text();
    for (const [colorScheme, width] of [
      ["light", 1440],
      ["dark", 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      // Colors are the same on every page.
      for (const path of colorScheme === "light" ? PAGES : ["ask.html"]) {
        await open(path);
        await page.evaluate(axe);
        const { violations } = object(await page.evaluate("axe.run()"));
        const found = objects(violations).map(({ id, nodes }) => [
          id,
          objects(nodes).map(({ html }) => string(html)),
        ]);
        expect([colorScheme, path, found]).toEqual([colorScheme, path, []]);
      }
    }
  }, 60_000);

  test("loads nothing from other hosts and has no errors", () => {
    expect([...hosts]).toEqual([new URL(server.baseUrl).host]);
    expect(problems).toEqual([]);
  });
});
