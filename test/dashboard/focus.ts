import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";
import { focusOn } from "./keys-alone.ts";
import { until } from "./patient-until.ts";

/** Where the focus is after a page, or a row that had it, is gone. */
export function focus(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Focus" });
    for (const name of ["first.md", "second.md"])
      await quarry.documents.upsert({ spaceId: "focus", filename: name, content: `# ${name}` });
    for (const name of ["Focus A", "Focus B", "Focus C"])
      await quarry.apiKeys.create({ name, level: "read" });
  });

  const tagWithFocus = () => session().page.evaluate<string>("document.activeElement.tagName");
  /** Waits until the focus is on an element. */
  const focusIsOn = (name: string, tag: string) =>
    until(`the focus on “${name}”`, async () => {
      const found = await focusOn(session().page);
      return (found.name === name && (await tagWithFocus()) === tag) || undefined;
    });
  /** Chooses the last item of a menu and confirms it, by keys. */
  const chooseLast = async (menu: string, confirm: string) => {
    const { page } = session();
    await page.getByRole("button", { name: `More actions: ${menu}` }).press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: confirm }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };

  test("stays at the start of a page that was just loaded", async () => {
    await session().open("/app/spaces", "Spaces");
    expect(await tagWithFocus()).toBe("BODY");
  });

  test("goes to the heading of another page", async () => {
    const { page } = session();
    await page.getByRole("link", { name: "People" }).press("Enter");
    await focusIsOn("People", "H1");
    await page.goBack();
    await focusIsOn("Spaces", "H1");
  });

  test("goes to the content of a page that is still read", async () => {
    const { page } = session();
    await page.route("**/api/spaces/focus", async (route) => {
      await Bun.sleep(700);
      await route.continue();
    });
    await page.getByRole("link", { name: "Focus" }).press("Enter");
    await until("the focus in the content", async () => (await tagWithFocus()) === "MAIN" || undefined);
    await page.getByRole("link", { name: "second.md" }).waitFor();
    expect(await tagWithFocus()).toBe("MAIN");
    await page.unroute("**/api/spaces/focus");
  });

  test("goes to the next row after a deletion, and to the heading after the last one", async () => {
    const { page } = session();
    await chooseLast("second.md", "Delete");
    await page.getByRole("link", { name: "second.md" }).waitFor({ state: "detached" });
    await until(
      "the focus in the list",
      async () =>
        (await page.evaluate<boolean>('document.activeElement.closest("li.document-row") !== null')) ||
        undefined,
    );
    await chooseLast("first.md", "Delete");
    await page.getByText("Drop files or a folder here").waitFor();
    await focusIsOn("Focus", "H1");
  });

  test("goes to the next row after a key is revoked", async () => {
    const { page, open } = session();
    await open("/app/keys", "API keys");
    await chooseLast("Focus B", "Revoke");
    await page.getByText("Focus B", { exact: true }).waitFor({ state: "detached" });
    await focusIsOn("More actions: Focus A", "BUTTON");
    await chooseLast("Focus A", "Revoke");
    await page.getByText("Focus A", { exact: true }).waitFor({ state: "detached" });
    await until(
      "the focus in the list",
      async () =>
        (await page.evaluate<boolean>('document.activeElement.closest("main ul.rows") !== null')) ||
        undefined,
    );
  });

  test("is on a menu that is in view, above the navigation of a phone", async () => {
    const { page, open, quarry } = session();
    const documents = Array.from({ length: 20 }, (_, at) => ({ filename: `${at}.md`, content: `${at}` }));
    await quarry.spaces.create({ name: "Phone" });
    await quarry.documents.upsertBatch({ spaceId: "phone", documents });
    const desk = page.viewportSize() ?? { width: 1280, height: 860 };
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      await open("/app/spaces/phone", "Phone");
      await page.locator(".document-row").first().waitFor();
      const navigation = (await page.locator(".navigation").boundingBox())?.y ?? 844;
      for (const button of await page.getByRole("button", { name: /^More actions: \d+\.md/ }).all()) {
        await button.scrollIntoViewIfNeeded();
        await button.press("Enter");
        const last = await page.getByRole("menuitem").last().boundingBox();
        expect((last?.y ?? 9999) + (last?.height ?? 0)).toBeLessThanOrEqual(navigation);
        await page.keyboard.press("Escape");
      }
    } finally {
      await page.setViewportSize(desk);
    }
  });
}
