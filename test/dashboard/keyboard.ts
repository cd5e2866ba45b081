import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";
import { expectFocus, focusOn, tabTo } from "./keys-alone.ts";
import { until } from "./patient-until.ts";

const SLUG = "keys-alone";

/** The main ways through the dashboard with keys alone. The focus is shown, and comes back after a dialog. */
export function keyboard(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { page, quarry } = session();
    await quarry.spaces.create({ name: "Beside it" });
    // From now on, files are chosen by the test. A listener that a test adds may come too late for the key that it presses.
    page.on("filechooser", () => undefined);
  });

  test("a space is created", async () => {
    const { page, open, quarry } = session();
    await open("/app/spaces", "Spaces");
    await page.locator(".card").first().waitFor();
    await tabTo(page, "New space");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    expect((await focusOn(page)).isShown).toBe(true);
    await page.keyboard.press("Escape");
    await expectFocus(page, "New space");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Keys alone");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Keys alone" }).waitFor();
    await expectFocus(page, "New space");
    expect((await quarry.spaces.get(SLUG)).space.name).toBe("Keys alone");
  });

  test("the menu of a space is used", async () => {
    const { page } = session();
    await tabTo(page, "More actions: Keys alone");
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    expect(await focusOn(page)).toEqual({ name: "Edit", isShown: true });
    await page.keyboard.press("Escape");
    expect(await focusOn(page)).toEqual({ name: "More actions: Keys alone", isShown: true });
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Passages and ranking" }).waitFor();
    await page.keyboard.press("Escape");
    await expectFocus(page, "More actions: Keys alone");
  });

  test("a file is uploaded, and opened", async () => {
    const { page, quarry } = session();
    await page.getByRole("link", { name: "Keys alone" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Drop files or a folder here").waitFor();
    await tabTo(page, "Upload files");
    const choosing = page.waitForEvent("filechooser");
    await page.keyboard.press("Enter");
    const file = { name: "ferry.md", mimeType: "text/markdown" };
    const buffer = Buffer.from("# Ferry\n\nThe ferry leaves at nine.");
    await (await choosing).setFiles({ ...file, buffer });
    await until(
      "the document",
      async () =>
        (await quarry.documents.list({ spaceId: SLUG, status: "COMPLETED" })).data.length || undefined,
    );
    await page.getByRole("link", { name: "ferry.md" }).waitFor();
    await tabTo(page, "ferry.md");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "ferry.md" }).waitFor();
    await page.getByRole("article").getByText("leaves at nine").waitFor();
    await tabTo(page, "Passage 1: show where it stands");
    await page.keyboard.press("Enter");
    await page.locator(".passage.chosen").waitFor();
  });

  test("a question is asked from the palette, and saved as a golden query", async () => {
    const { page, quarry } = session();
    const before = await focusOn(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    expect((await focusOn(page)).isShown).toBe(true);
    await page.keyboard.press("Escape");
    await expectFocus(page, before.name);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Keys alone");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Keys alone" }).waitFor();
    await page.getByRole("link", { name: "ferry.md" }).waitFor();
    await tabTo(page, "Ask");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Playground" }).waitFor();
    await tabTo(page, "Question");
    await page.keyboard.type("When does the ferry leave from keys alone?");
    await page.keyboard.press("Enter");
    await page.locator(".result").first().waitFor();
    await tabTo(page, "Save as golden query: ferry.md");
    await page.keyboard.press("Enter");
    await tabTo(page, "Name");
    await page.keyboard.type("Asked with keys");
    await page.keyboard.press("Enter");
    await page.getByText("Saved in “Asked with keys”").waitFor();
    await expectFocus(page, "Save as golden query: ferry.md");
    const spaces = await Promise.all(
      (await quarry.spaces.list({ pageSize: 100 })).data.map(({ id }) =>
        quarry.evaluations.list({ spaceId: id }),
      ),
    );
    expect(spaces.flatMap(({ data }) => data.map(({ name }) => name))).toContain("Asked with keys");
  });

  test("a key is made, and its dialog stays until it was answered", async () => {
    const { page, open } = session();
    await open("/app/keys", "API keys");
    await tabTo(page, "New key");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Made with keys");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "The key is ready" });
    await dialog.waitFor();
    expect(await focusOn(page)).toEqual({ name: "Copy", isShown: true });
    // A browser closes a dialog at the second Escape, unless the page opens it again.
    for (const key of ["Escape", "Escape", "Escape"]) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    expect(await dialog.isVisible()).toBe(true);
    await tabTo(page, "I have copied it");
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").filter({ hasText: "Made with keys" }).waitFor();
    await expectFocus(page, "New key");
  });

  test("a person is invited", async () => {
    const { page, open } = session();
    await open("/app/people", "People");
    await page.locator(".row").first().waitFor();
    await tabTo(page, "Invite");
    await page.keyboard.press("Enter");
    await page.keyboard.type("keys@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "keys@example.com is invited" }).waitFor();
    expect(await focusOn(page)).toEqual({ name: "Close", isShown: true });
    await page.keyboard.press("Enter");
    await expectFocus(page, "Invite");
  });

  test("the content is reached without the navigation", async () => {
    const { page, open } = session();
    await open("/app/people", "People");
    await page.locator(".row").first().waitFor();
    await page.keyboard.press("Tab");
    expect(await focusOn(page)).toEqual({ name: "Skip to the content", isShown: true });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await focusOn(page)).toEqual({ name: "Invite", isShown: true });
  });
}
