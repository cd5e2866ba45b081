import { expect, test } from "bun:test";
import type { DashboardSession } from "../dashboard-session.ts";
import { DESCRIPTIONS, FILENAMES, FILES, type HostileContent, NAMES, NOTES } from "./fill-hostile.ts";
import { harmOn, textsOf, textsOfList } from "./harm.ts";

const WEBHOOKS_MAX = 100;

/** Lists, with the dialogs and pages that their entries open. */
export function hostileLists(session: () => DashboardSession, content: () => HostileContent): void {
  const expectAll = (texts: readonly string[], expected: readonly string[]) =>
    expect(texts.filter((text) => expected.includes(text)).sort()).toEqual([...expected].sort());

  test("of spaces", async () => {
    const { page, open } = session();
    await open("/app/spaces", "Spaces");
    await page.locator(".card").first().waitFor();
    expectAll(await textsOf(page, ".card-link"), NAMES);
    expectAll(await textsOf(page, ".card-text"), DESCRIPTIONS);
    expect(await harmOn(page)).toEqual([]);
    await page.getByLabel("Search spaces").fill("V".repeat(300));
    await page.getByText("No space matches").waitFor();
    expect(await harmOn(page)).toEqual([]);
  });

  test("of documents", async () => {
    const { page, open } = session();
    await open(`/app/spaces/${FILES}`, "Hostile files");
    await page.locator(".document-row").first().waitFor();
    expectAll(await textsOfList(page, ".document-name a"), FILENAMES);
    expect(await harmOn(page)).toEqual([]);
  });

  test("of keys, and of spaces to choose for one", async () => {
    const { page, open } = session();
    await open("/app/keys", "API keys");
    await page.locator(".row").first().waitFor();
    const names = (await textsOf(page, ".row-name")).map((text) => text.replace(/ qry_[^ ]*…$/, ""));
    expectAll(names, NAMES);
    expect(await harmOn(page)).toEqual([]);
    await page.getByRole("button", { name: "New key" }).first().click();
    await page.getByText("Only in some spaces").click();
    expectAll(await textsOf(page, ".choice-list .clip"), NAMES);
    expect(await harmOn(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test("of webhooks with their notes", async () => {
    const { page, open, quarry } = session();
    for (let start = 0; start < NOTES.length; start += WEBHOOKS_MAX) {
      const notes = NOTES.slice(start, start + WEBHOOKS_MAX);
      for (const { id } of (await quarry.webhooks.list({ pageSize: WEBHOOKS_MAX })).data)
        await quarry.webhooks.delete({ id });
      for (const [at, description] of notes.entries()) {
        const url = `http://127.0.0.1:9/<b>${at}</b>?x="><script>`;
        await quarry.webhooks.create({ description, url, events: ["space.purged"] });
      }
      await open("/app/webhooks", "Webhooks");
      await page
        .locator(".row")
        .nth(notes.length - 1)
        .waitFor();
      expectAll(await textsOf(page, ".row-main > .faint"), notes);
      expect(await harmOn(page)).toEqual([]);
    }
    await page.locator(".row-name a").first().click();
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
    expect(await harmOn(page)).toEqual([]);
  });

  test("of fields and headings of a document", async () => {
    const { page, open, quarry } = session();
    const { withMetadata, withHeadings } = content();
    const path = ({ id }: { id: string }) => `/app/spaces/hostile-documents/documents/${id}`;
    await open(path(withMetadata), withMetadata.filename);
    await page.locator(".metadata summary").click();
    expectAll(await textsOf(page, ".metadata dt"), Object.keys(withMetadata.metadata));
    expectAll(await textsOf(page, ".metadata dd"), Object.values(withMetadata.metadata).map(String));
    expect(await harmOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Edit the metadata" }).click();
    expect(await harmOn(page)).toEqual([]);
    await page.keyboard.press("Escape");

    await open(path(withHeadings), withHeadings.filename);
    const name = { spaceId: "hostile-documents", id: withHeadings.id };
    const { outline } = await quarry.documents.outline(name);
    expect(outline.length).toBeGreaterThan(100);
    await page.locator(".outline-link").first().waitFor();
    expectAll(
      await textsOf(page, ".outline-link"),
      outline.map(({ title }) => title),
    );
    expect(await harmOn(page)).toEqual([]);
  });

  test("of golden queries", async () => {
    const { page, open } = session();
    await open(`/app/spaces/${FILES}/evaluations`, "Evaluations");
    await page.locator(".row").first().waitFor();
    expect(await harmOn(page)).toEqual([]);
    await page.goto(`${session().server.baseUrl}/app/spaces/${FILES}/evaluations/${content().evaluationId}`);
    await page.locator(".table tbody tr").first().waitFor();
    expectAll(await textsOf(page, ".table td:nth-child(2)"), FILENAMES);
    expect(await harmOn(page)).toEqual([]);
  });

  test("of the log", async () => {
    const { page, open } = session();
    await open("/app/audit", "Audit log");
    await page.locator(".document-row").first().waitFor();
    const lines = (await textsOfList(page, ".audit-line")).join("\n");
    for (const name of NAMES.slice(0, 20)) expect(lines).toContain(name);
    expect(await harmOn(page)).toEqual([]);
  });
}
