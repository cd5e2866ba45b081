import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Metadata } from "@quarry/sdk";
import type { Page } from "playwright-core";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import type { DashboardSession } from "./dashboard-session.ts";
import { expectFocus, focusOn, tabTo } from "./keys-alone.ts";
import { until } from "./patient-until.ts";

const SPACE = "many-keys";
const FILES = ["anchor.md", "buoy.md", "crane.md"];

/** Chooses an item of the menu that has the focus. */
async function chooseItem(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Enter");
  await page.getByRole("menu").waitFor();
  for (let items = 0; items < 12 && (await focusOn(page)).name !== name; items += 1)
    await page.keyboard.press("ArrowDown");
  expect(await focusOn(page)).toEqual({ name, isShown: true });
  await page.keyboard.press("Enter");
}

/** Fails when the focus is on nothing: the next Tab would start at the top of the page. */
async function expectSomeFocus(page: Page): Promise<void> {
  await until(
    "a focus",
    async () => (await page.evaluate<boolean>("document.activeElement !== document.body")) || undefined,
  );
}

/** Further ways through the dashboard with keys alone: what changes many documents, spaces, people, webhooks and settings. */
export function moreKeys(session: () => DashboardSession): void {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = startReceiver();
    const { quarry, page } = session();
    await quarry.spaces.create({ name: "Many keys" });
    const documents = FILES.map((filename) => ({ filename, content: `About the ${filename}` }));
    await quarry.documents.upsertBatch({ spaceId: SPACE, documents });
    await quarry.evaluations.create({
      ...{ spaceId: SPACE, name: "Keys" },
      queries: [
        { query: "What about the crane?", relevant: [{ filename: "crane.md", grade: 1 }] },
        { query: "Where is the buoy?", relevant: [{ filename: "buoy.md", grade: 1 }] },
      ],
    });
    await page.goto("about:blank");
  });
  afterAll(() => receiver.stop());

  const names = async (filter?: Metadata) => {
    const { data } = await session().quarry.documents.list({ spaceId: SPACE, ...(filter ? { filter } : {}) });
    return data.map(({ filename }) => filename).sort();
  };

  test("documents are selected, and get metadata together", async () => {
    const { page, open } = session();
    await open(`/app/spaces/${SPACE}`, "Many keys");
    for (const name of ["anchor.md", "buoy.md"]) {
      await page.getByLabel(`Select ${name}`).waitFor();
      await tabTo(page, `Select ${name}`);
      await page.keyboard.press("Space");
    }
    await page.getByText("2 selected").waitFor();
    await tabTo(page, "Set metadata");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    expect((await focusOn(page)).isShown).toBe(true);
    await page.keyboard.type('{"afloat":true}');
    await tabTo(page, "Set");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Metadata is set" }).waitFor();
    await expectSomeFocus(page);
    expect(await names({ afloat: true })).toEqual(["anchor.md", "buoy.md"]);
  });

  test("documents are found by a condition, and deleted together", async () => {
    const { page } = session();
    await tabTo(page, "Metadata");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("afloat");
    await tabTo(page, "Value");
    await page.keyboard.type("true");
    await tabTo(page, "Add");
    await page.keyboard.press("Enter");
    await tabTo(page, "Use the filter");
    await page.keyboard.press("Enter");
    await page.getByText("2 documents").waitFor();
    await expectSomeFocus(page);
    await tabTo(page, "Select all 2");
    await page.keyboard.press("Enter");
    await page.getByText("All 2 that the filter finds are selected").waitFor();
    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Delete 2 documents?" }).waitFor();
    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Documents are deleted" }).waitFor();
    await expectSomeFocus(page);
    expect(await names()).toEqual(["crane.md"]);
  });

  test("the metadata of a document is edited", async () => {
    const { page, open, quarry } = session();
    const [crane] = (await quarry.documents.list({ spaceId: SPACE })).data;
    await open(`/app/spaces/${SPACE}/documents/${crane?.id}`, "crane.md");
    await page.locator("summary", { hasText: "Metadata" }).waitFor();
    await tabTo(page, "Metadata 0 fields");
    await page.keyboard.press("Enter");
    await tabTo(page, "Edit the metadata");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type('{"tons":40}');
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await page.getByText("1 field").waitFor();
    await expectFocus(page, "Edit the metadata");
    expect(await names({ tons: 40 })).toEqual(["crane.md"]);
  });

  test("golden queries are run, and one is removed", async () => {
    const { page, open, quarry } = session();
    await open(`/app/spaces/${SPACE}/evaluations`, "Evaluations");
    await page.getByRole("link", { name: "Keys", exact: true }).waitFor();
    await tabTo(page, "Keys");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Run", exact: true }).waitFor();
    await tabTo(page, "Run");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Words and meaning" }).waitFor();
    await until("the focus on the button", async () => (await focusOn(page)).name === "Run" || undefined);
    await tabTo(page, "More actions: What about the crane?");
    await chooseItem(page, "Remove");
    await page.getByRole("row").filter({ hasText: "crane" }).waitFor({ state: "detached" });
    await expectSomeFocus(page);
    const [listed] = (await quarry.evaluations.list({ spaceId: SPACE })).data;
    const kept = await quarry.evaluations.get({ spaceId: SPACE, id: listed?.id ?? "" });
    expect(kept.evaluation.queries.map(({ query }) => query)).toEqual(["Where is the buoy?"]);
  });

  test("the role of a person is changed, and the person removed", async () => {
    const { page, open, browser, quarry } = session();
    await open("/app/people", "People");
    await page.locator(".row").first().waitFor();
    await tabTo(page, "Invite");
    await page.keyboard.press("Enter");
    await page.keyboard.type("deckhand@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "deckhand@example.com is invited" }).waitFor();
    const link = (await page.locator(".secret code").first().textContent()) ?? "";
    await page.keyboard.press("Enter");
    const guest = await acceptInvitation(browser, link, { name: "Deckhand", email: "deckhand@example.com" });
    await guest.context().close();
    await open("/app/people", "People");
    const row = page.getByRole("listitem").filter({ hasText: "deckhand@example.com" });
    await row.getByText("Member", { exact: true }).first().waitFor();
    await tabTo(page, "More actions: deckhand@example.com");
    await chooseItem(page, "Admin");
    await row.getByText("Admin", { exact: true }).first().waitFor();
    expect((await focusOn(page)).name).toBe("More actions: deckhand@example.com");
    await chooseItem(page, "Remove from the organization");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Remove");
    await page.keyboard.press("Enter");
    await row.waitFor({ state: "detached" });
    await expectSomeFocus(page);
    const { data } = await quarry.audit.list();
    expect(data.map(({ action }) => action)).toContain("member.removed");
  });

  test("a webhook is made, tried, and deleted", async () => {
    const { page, open, quarry } = session();
    await open("/app/webhooks", "Webhooks");
    await page.getByRole("button", { name: "New webhook" }).first().waitFor();
    await tabTo(page, "New webhook");
    await page.keyboard.press("Enter");
    await page.keyboard.type(receiver.url);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "The webhook is ready" }).waitFor();
    await tabTo(page, "I have copied it");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: receiver.url }).waitFor();
    await expectFocus(page, "New webhook");
    await tabTo(page, receiver.url);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send a test" }).waitFor();
    await tabTo(page, "Send a test");
    await page.keyboard.press("Enter");
    await page.getByText("The receiver answered with 200").waitFor();
    await tabTo(page, `More actions: ${receiver.url}`);
    await chooseItem(page, "Delete");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Delete");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await expectSomeFocus(page);
    expect((await quarry.webhooks.list()).data.map(({ url }) => url)).not.toContain(receiver.url);
  });

  test("what the log of questions keeps is chosen", async () => {
    const { page, open, quarry } = session();
    await open("/app/questions", "Questions");
    const { recording } = (await quarry.questions.settings()).settings;
    const radio = page.getByRole("radio", { checked: true }).first();
    await radio.waitFor();
    const chosen = { off: /^Nothing/, without_texts: /^Without the texts/, on: /^With the texts/ }[recording];
    await page.getByRole("radio", { name: chosen }).focus();
    await page.keyboard.press("ArrowDown");
    expect((await focusOn(page)).isShown).toBe(true);
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    const saved = page.getByText("The setting is saved");
    await dialog.or(saved).first().waitFor();
    if (await dialog.isVisible()) {
      await tabTo(page, "Delete and save");
      await page.keyboard.press("Enter");
    }
    await saved.waitFor();
    expect((await quarry.questions.settings()).settings.recording).not.toBe(recording);
    await quarry.questions.updateSettings({ recording });
  });

  test("a space is archived, and deleted for good after its name was typed", async () => {
    const { page, open, quarry } = session();
    await open("/app/spaces", "Spaces");
    await page.getByRole("link", { name: "Many keys" }).waitFor();
    await page.getByRole("button", { name: "More actions: Many keys" }).focus();
    await chooseItem(page, "Archive");
    await page.getByRole("link", { name: "Many keys" }).waitFor({ state: "detached" });
    await expectSomeFocus(page);
    await open("/app/spaces?status=archived", "Spaces");
    await page.getByRole("link", { name: "Many keys" }).waitFor();
    await page.getByRole("button", { name: "More actions: Many keys" }).focus();
    await chooseItem(page, "Delete for good");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("Many keys");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Many keys" }).waitFor({ state: "detached" });
    await expectSomeFocus(page);
    const { data } = await quarry.spaces.list({ status: "all", pageSize: 100 });
    expect(data.map(({ name }) => name)).not.toContain("Many keys");
  });
}
