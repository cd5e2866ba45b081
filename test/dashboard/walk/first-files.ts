import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DashboardSession } from "../dashboard-session.ts";
import { until } from "../patient-until.ts";
import { takePictures } from "../pictures.ts";
import { dropFiles } from "./drop-files.ts";
import { FILE_COUNT, TORN, writeRepairedFile, writeWalkFiles } from "./walk-files.ts";

/** The space of the walk. */
export const SPACE = { name: "Harbour office", slug: "harbour-office" };
const READ_LIMIT_MS = 180_000;

/** The first run: a space, 300 files that are dropped on the page, and the one of them that cannot be read. */
export function firstFiles(session: () => DashboardSession): void {
  let folder: string;
  let repaired: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-walk-"));
    repaired = await mkdtemp(join(tmpdir(), "quarry-walk-"));
    await writeWalkFiles(folder);
    await writeRepairedFile(repaired);
  });
  afterAll(async () => {
    for (const each of [folder, repaired]) await rm(each, { recursive: true, force: true });
  });

  const failed = async () =>
    (await session().quarry.documents.list({ spaceId: SPACE.slug, status: "FAILED" })).data[0];

  test("starts with a space", async () => {
    const { page } = session();
    await page.getByRole("heading", { level: 1, name: "Start" }).waitFor();
    await takePictures(page, "start");
    await page.getByLabel("Name of the space").fill(SPACE.name);
    await page.getByRole("button", { name: "Create the space" }).click();
    await page.getByText(`“${SPACE.name}” is ready`).waitFor();
  });

  test("takes a folder of 300 files, and shows how far they are without a reload", async () => {
    const { page } = session();
    await dropFiles(page, page.locator(".drop-zone"), [join(folder, "papers")]);
    await page.getByText(`of ${FILE_COUNT} files`).waitFor();
    await takePictures(page, "uploading");
    const shown = new Set<number>();
    await until(
      "all files to be read",
      async () => {
        const [counts = ""] = await page.locator(".step-counts .number").allTextContents();
        const [ready, total] = /(\d+) of (\d+)/.exec(counts)?.slice(1).map(Number) ?? [];
        if (ready !== undefined) shown.add(ready);
        return (ready === FILE_COUNT - 1 && total === FILE_COUNT) || undefined;
      },
      READ_LIMIT_MS,
    );
    expect(shown.size).toBeGreaterThan(3);
    await page.getByText(`${FILE_COUNT} uploaded`).waitFor();
    await page.getByText("1 document could not be read").waitFor();
    await takePictures(page, "ready");
  });

  test("says why a file could not be read, and tries again", async () => {
    const { page } = session();
    await page.getByRole("link", { name: "See why" }).click();
    await page.getByRole("heading", { level: 1, name: SPACE.name }).waitFor();
    const row = page.locator(".document-row").filter({ hasText: TORN });
    const first = await failed();
    await row.getByText(first?.errorMessage ?? "no message").waitFor();
    await takePictures(page, "failed");
    await row.getByRole("button", { name: `Process again: ${TORN}` }).click();
    await until("another attempt", async () => {
      const again = await failed();
      return (again && again.updatedAt !== first?.updatedAt) || undefined;
    });
    await row.getByText("Failed").waitFor();
  });

  test("reads the file that takes its place", async () => {
    const { page } = session();
    await page.getByRole("button", { name: "Close" }).click();
    await dropFiles(page, page.locator(".drop-zone"), [join(repaired, "papers")]);
    await page.getByText("1 uploaded").waitFor();
    await page.getByText("No document has failed").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".segments").getByText("All").click();
    await page.getByText(`${FILE_COUNT} documents`).waitFor();
    expect(await failed()).toBeUndefined();
    await takePictures(page, "documents");
  });
}
