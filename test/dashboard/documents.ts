import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Route } from "playwright-core";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

const BROKEN_PDF = "%PDF-1.4\n1 0 obj\n<<";

/** The list is read again up to a second after an event. A row that leaves it meanwhile takes its open menu with it. */
const SETTLED_MS = 1500;

/** The documents of a space. */
export function documents(session: () => DashboardSession): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-upload-"));
    await mkdir(join(folder, "letters/2024"), { recursive: true });
    await writeFile(join(folder, "letters/first.md"), "# First\n\nThe ferry leaves at nine.");
    await writeFile(join(folder, "letters/2024/second.txt"), "The ferry leaves at ten.");
    await writeFile(join(folder, "letters/.DS_Store"), "left out");
    await writeFile(join(folder, "broken.pdf"), BROKEN_PDF);
    await session().quarry.spaces.create({ name: "Letters" });
    await session().quarry.spaces.create({ name: "Many" });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const row = (name: string) => session().page.locator(".document-row").filter({ hasText: name });
  const stored = async (spaceId: string) => {
    const names: string[] = [];
    for await (const { filename } of session().quarry.documents.list({ spaceId })) names.push(filename);
    return names.sort();
  };

  test("of an empty space are asked for, and a folder is stored with its paths", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/spaces", "Spaces");
    await page.getByRole("link", { name: "Letters" }).click();
    await page.getByText("Drop files or a folder here").waitFor();
    await expectAccessible();
    await page.getByLabel("Upload folder").setInputFiles(join(folder, "letters"));
    await page.getByText("2 uploaded").waitFor();
    for (const name of ["letters/first.md", "letters/2024/second.txt"])
      await row(name).getByText("1 passage").waitFor();
    expect(await stored("letters")).toEqual(["letters/2024/second.txt", "letters/first.md"]);
    await expectAccessible();
  });

  test("that are dropped a second time are not stored again", async () => {
    const { page } = session();
    await page.getByRole("button", { name: "Close" }).click();
    const transfer = await page.evaluateHandle(
      "(() => { const transfer = new DataTransfer(); transfer.items.add(new File(['The ferry leaves at ten.'], 'letters/2024/second.txt')); return transfer; })()",
    );
    await page.dispatchEvent(".drop-zone", "drop", { dataTransfer: transfer });
    await page.getByText("1 unchanged").waitFor();
    expect(await stored("letters")).toHaveLength(2);
    await page.getByRole("button", { name: "Close" }).click();
  });

  test("that cannot be read say why, are processed again and deleted", async () => {
    const { page, expectAccessible, quarry } = session();
    await page.getByLabel("Upload files").setInputFiles(join(folder, "broken.pdf"));
    await row("broken.pdf").getByText("Failed").waitFor();
    const { data } = await quarry.documents.list({ spaceId: "letters", status: "FAILED" });
    await row("broken.pdf")
      .getByText(data[0]?.errorMessage ?? "")
      .waitFor();
    await page.getByRole("button", { name: "Process again: broken.pdf" }).click();
    const first = await until("another attempt", async () => {
      const [failed] = (await quarry.documents.list({ spaceId: "letters", status: "FAILED" })).data;
      return failed && failed.updatedAt !== data[0]?.updatedAt ? failed : undefined;
    });
    await page.locator(".segments").getByText("Failed").click();
    await row("letters/first.md").waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("status")).toBe("FAILED");
    await expectAccessible();
    await page.getByRole("button", { name: "Process all again" }).click();
    await until("the second attempt", async () => {
      const failed = await quarry.documents.list({ spaceId: "letters", status: "FAILED" });
      return failed.data[0]?.updatedAt !== first.updatedAt || undefined;
    });
    await page.waitForTimeout(SETTLED_MS);
    await row("broken.pdf").getByText("Failed").waitFor();
    await page.getByRole("button", { name: "More actions: broken.pdf" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No document has failed").waitFor();
    expect(await stored("letters")).toHaveLength(2);
    await expectAccessible();
  });

  test("change on the screen when others change them", async () => {
    const { page, quarry } = session();
    await page.locator(".segments").getByText("All").click();
    await row("letters/first.md").waitFor();
    await quarry.documents.upsert({
      spaceId: "letters",
      filename: "third.md",
      content: "The ferry is late.",
    });
    await row("third.md").getByText("1 passage").waitFor();
    const { document } = await quarry.documents.upsert({
      spaceId: "letters",
      filename: "third.md",
      content: "It came.",
    });
    await quarry.documents.delete({ spaceId: "letters", id: document.id });
    await row("third.md").waitFor({ state: "detached" });
  });

  test("show a change that happened before their events could be followed", async () => {
    const { page, open, quarry } = session();
    const change = { spaceId: "letters", filename: "between.md", content: "The ferry is full." };
    const ids: string[] = [];
    const storeFirst = async (route: Route) => {
      ids.push((await quarry.documents.upsert(change)).document.id);
      await route.continue();
    };
    await page.route("**/api/events?**", storeFirst, { times: 1 });
    await open("/app/spaces/letters", "Letters");
    await row("between.md").getByText("1 passage").waitFor();
    for (const id of ids) await quarry.documents.delete({ spaceId: "letters", id });
    await row("between.md").waitFor({ state: "detached" });
  });

  test("of a long list exist on the page only while they are in view", async () => {
    const { page, open, quarry } = session();
    for (const half of [0, 1])
      await quarry.documents.upsertBatch({
        spaceId: "many",
        documents: Array.from({ length: 90 }, (_, at) => ({
          filename: `${half}-${at}.md`,
          content: `${half} ${at}`,
        })),
      });
    await open("/app/spaces/many", "Many");
    await page.getByText("180 documents").waitFor();
    const first = await quarry.documents.list({ spaceId: "many", pageSize: 1 });
    const last = await quarry.documents.list({ spaceId: "many", pageSize: 1, page: 180 });
    await row(first.data[0]?.filename ?? "").waitFor();
    expect(await page.locator(".document-row").count()).toBeLessThan(60);
    await page.keyboard.press("End");
    await row(last.data[0]?.filename ?? "").waitFor();
    expect(await page.locator(".document-row").count()).toBeLessThan(60);
  });

  test("that a filter finds are tagged and deleted together, also those out of view", async () => {
    const { page, quarry, expectAccessible } = session();
    await page.getByLabel("Part of a filename").fill("0-1");
    await page.getByText("11 documents").waitFor();
    expect(new URL(page.url()).searchParams.get("name")).toBe("0-1");
    await page.getByLabel("Select 0-1.md").check();
    await page.getByText("1 selected").waitFor();
    await page.getByRole("button", { name: "Select all 11" }).click();
    await page.getByText("All 11 that the filter finds are selected").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Set metadata" }).click();
    await page.getByLabel("Keys to set, as JSON").fill('{ "checked": true }');
    await page.getByRole("dialog").getByRole("button", { name: "Set", exact: true }).click();
    await page.getByRole("heading", { name: "Metadata is set" }).waitFor();
    await page.getByText("11 of 11").waitFor();
    const checked = await quarry.documents.list({ spaceId: "many", metadata: { checked: true } });
    expect(checked.pagination.total).toBe(11);
    await page.getByRole("button", { name: "Close" }).click();

    await page.getByLabel("Part of a filename").fill("");
    await page.getByText("180 documents").waitFor();
    await page.getByRole("button", { name: "Metadata", exact: true }).click();
    await page.getByLabel("Filter as JSON").fill('{ "checked": { "$ne": true } }');
    await page.getByRole("button", { name: "Use the filter" }).click();
    await page.getByText("169 documents").waitFor();
    await page.getByRole("button", { name: "Select all 169" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 169 documents?" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Documents are deleted" }).waitFor();
    await page.getByText("No document matches").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "Show all documents" }).click();
    await page.getByText("11 documents").waitFor();
    await page.getByLabel("Kind of file").selectOption("pdf");
    await page.getByText("No document matches").waitFor();
  });

  test("of a space that does not exist", async () => {
    await session().open("/app/spaces/nowhere", "There is no such page");
  });
}
