import { beforeAll, expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

const SPACE = "histories";

/** What happened to a document. */
export function history(session: () => DashboardSession): void {
  let id: string;
  let failedId: string;
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Histories", slug: SPACE });
    const uploaded = await quarry.documents.upload({ spaceId: SPACE, filename: "log.md", content: "First." });
    await uploaded.waitUntilReady();
    id = uploaded.id;
    const metadata = { year: 2026, "<b>by</b>": "Ann" };
    await quarry.documents.update({ spaceId: SPACE, id, metadata });
    await quarry.documents.update({ spaceId: SPACE, id, filename: "logbook.md" });
    await quarry.documents.upsert({ spaceId: SPACE, filename: "logbook.md", content: "Second.", metadata });
    await quarry.documents.upsert({ spaceId: SPACE, filename: "other.md", content: "Another document." });
    const torn = { spaceId: SPACE, filename: "torn.pdf", file: new TextEncoder().encode("%PDF-1.4 <<") };
    failedId = (await quarry.documents.upload(torn)).id;
    await until("the failure", async () => {
      const { document } = await quarry.documents.get({ spaceId: SPACE, id: failedId });
      return document.status === "FAILED" || undefined;
    });
  });

  const entries = () => session().page.locator(".history-entries li");

  test("is listed when it is opened, newest first, and grows", async () => {
    const { page, open, quarry, expectAccessible } = session();
    await open(`/app/spaces/${SPACE}/documents/${id}`, "logbook.md");
    await page.locator(".history summary").click();
    await entries().nth(6).waitFor();
    const texts = (await entries().locator("p").allTextContents()).join("\n");
    const expected = [
      /^Processed: 1 passage$/,
      /^Replaced by a new version, \d+ bytes$/,
      /^Renamed from “log.md” to “logbook.md”$/,
      /^Metadata changed: <b>by<\/b>, year$/,
      /^Processed in .+: 1 passage$/,
      /^Processing started$/,
      /^Uploaded, \d+ bytes$/,
    ];
    const lines = texts.split("\n");
    expect(lines).toHaveLength(expected.length);
    for (const [at, line] of lines.entries()) expect(line).toMatch(expected[at] ?? /^$/);
    await page.getByText("Events are kept for 7 days").waitFor();
    await expectAccessible();
    await quarry.documents.update({ spaceId: SPACE, id, metadata: {} });
    await entries().nth(7).waitFor();
  });

  test("says why processing failed", async () => {
    const { page, open, quarry, expectAccessible } = session();
    await open(`/app/spaces/${SPACE}/documents/${failedId}`, "torn.pdf");
    await page.locator(".history summary").click();
    const { document } = await quarry.documents.get({ spaceId: SPACE, id: failedId });
    await entries()
      .getByText(document.errorMessage ?? "no message")
      .waitFor();
    await entries().getByText("Processing failed").waitFor();
    await expectAccessible();
    await quarry.documents.delete({ spaceId: SPACE, id: failedId });
    await entries().getByText("Deleted").waitFor();
  });

  test("says that nothing is stored", async () => {
    const { page, open } = session();
    const asked = /\/api\/events\?documentId=/;
    await page.route(asked, (route) =>
      route.fulfill({ contentType: "text/event-stream", body: "id: 9\n\n: still here\n\n" }),
    );
    await open(`/app/spaces/${SPACE}/documents/${id}`, "logbook.md");
    await page.locator(".history summary").click();
    await page.getByText("Nothing happened to this document in the last 7 days").waitFor();
    await page.unroute(asked);
  });
}
