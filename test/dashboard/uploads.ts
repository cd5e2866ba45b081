import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

const SPACE = "crates";
const UPLOADS = /\/documents$/;
const SETTLED_MS = 700;

/** Drops a folder in which one entry and one folder cannot be read. */
const DROP = `(() => {
  const file = (name) => ({ isFile: true, fullPath: "/hold/" + name, file: (found) => found(new File([name + " is here."], name)) });
  const lost = { isFile: true, fullPath: "/hold/lost.txt", file: (found, failed) => failed(new DOMException("gone", "NotFoundError")) };
  const locked = { fullPath: "/hold/locked", createReader: () => ({ readEntries: (found, failed) => failed(new DOMException("locked", "NotReadableError")) }) };
  const parts = [[file("rope.txt"), lost, locked, file("sail.txt")], []];
  const hold = { fullPath: "/hold", createReader: () => ({ readEntries: (found) => found(parts.shift()) }) };
  const event = new Event("drop", { bubbles: true, cancelable: true });
  event.dataTransfer = { types: ["Files"], items: [{ webkitGetAsEntry: () => hold }], files: [] };
  document.querySelector(".drop-zone").dispatchEvent(event);
})()`;

const MANY = 3000;
const DROP_MANY = `(() => {
  const entries = Array.from({ length: ${MANY} }, (_, at) => ({
    isFile: true,
    fullPath: "/bale-" + at + ".txt",
    file: (found) => found(new File(["In bale " + at], "bale-" + at + ".txt")),
  }));
  const event = new Event("drop", { bubbles: true, cancelable: true });
  event.dataTransfer = { types: ["Files"], items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] };
  document.querySelector(".drop-zone").dispatchEvent(event);
})()`;

/** How people steer an upload, and files that cannot be read. */
export function uploads(session: () => DashboardSession): void {
  let folder: string;
  const names = (count: number, kind: string) =>
    Array.from({ length: count }, (_, at) => join(folder, `${kind}-${at}.txt`));
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-crates-"));
    await session().quarry.spaces.create({ name: "Crates", slug: SPACE });
    for (const path of [...names(5, "crate"), ...names(4, "barrel")]) await writeFile(path, `In ${path}`);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const panel = () => session().page.locator(".upload-panel");
  const button = (name: string) => panel().getByRole("button", { name });
  const pick = (paths: readonly string[]) =>
    session()
      .page.getByLabel("Upload files")
      .setInputFiles([...paths]);
  const stored = async () =>
    (await session().quarry.documents.list({ spaceId: SPACE, pageSize: 1 })).pagination.total;

  test("end when files can no longer be read, and say so", async () => {
    const { page, open } = session();
    await open(`/app/spaces/${SPACE}`, "Crates");
    await page.route(UPLOADS, (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await pick(names(5, "crate"));
    await page.locator(".trouble").getByText("The server cannot be reached").waitFor();
    for (const path of names(3, "crate")) await rm(path);
    await page.unroute(UPLOADS);
    await panel().getByText("2 uploaded").waitFor({ timeout: 30_000 });
    expect(await panel().getByText("The file can no longer be read").count()).toBe(3);
    await button("Close").click();
  });

  test("of a folder leave out what cannot be read, and say so", async () => {
    const { page } = session();
    await page.evaluate(DROP);
    await page.getByText("Could not be read: hold/lost.txt, hold/locked").waitFor();
    await panel().getByText("2 uploaded").waitFor();
    for (const name of ["hold/rope.txt", "hold/sail.txt"])
      await panel().getByRole("listitem").filter({ hasText: name }).getByText("1 passage").waitFor();
    await button("Close").click();
  });

  test("of thousands of files are one list, and only the files in view exist", async () => {
    const { page, expectAccessible } = session();
    await page.route(UPLOADS, async (route) => {
      if (route.request().method() !== "POST") await route.continue();
    });
    await page.evaluate(DROP_MANY);
    const rows = panel().getByRole("listitem");
    await rows
      .filter({ hasText: "bale-0.txt" })
      .getByText("Waiting")
      .or(rows.getByText("0 byte"))
      .first()
      .waitFor();
    expect(await rows.first().getAttribute("aria-setsize")).toBe(String(MANY));
    expect(await rows.count()).toBeLessThan(60);
    await panel().getByRole("region", { name: "Files of the upload" }).focus();
    await page.keyboard.press("End");
    await rows
      .filter({ hasText: `bale-${MANY - 1}.txt` })
      .getByText("Waiting")
      .waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await expectAccessible();
    await button("Stop").click();
    await panel().waitFor({ state: "detached" });
    await page.unroute(UPLOADS);
  });

  test("are paused, go on, are stopped, and what failed is sent again", async () => {
    const { page } = session();
    const before = await stored();
    let isHeld = true;
    let isRefused = true;
    await page.route(UPLOADS, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await until("the release", async () => !isHeld || undefined);
      const refused = { status: 400, json: { code: "invalid_request", message: "Refused by the test." } };
      // The page may have stopped the call meanwhile.
      return (isRefused ? route.fulfill(refused) : route.continue()).catch(() => undefined);
    });
    await pick(names(4, "barrel"));
    await button("Pause").click();
    await panel().getByRole("heading", { name: "Paused" }).waitFor();
    isHeld = false;
    await panel().getByText("Refused by the test.").nth(2).waitFor();
    await page.waitForTimeout(SETTLED_MS);
    // The fourth waits.
    expect(await panel().locator(".upload-problem").count()).toBe(3);
    isRefused = false;
    await button("Resume").click();
    await panel().getByRole("heading", { name: "1 uploaded" }).waitFor();
    isHeld = true;
    await button("Retry what failed").click();
    await panel().getByRole("heading", { name: "Uploading" }).waitFor();
    await button("Stop").click();
    await panel().waitFor({ state: "detached" });
    isHeld = false;
    await page.waitForTimeout(SETTLED_MS);
    expect(await stored()).toBe(before + 1);
    isRefused = true;
    await pick(names(4, "barrel").slice(0, 2));
    await panel().getByText("Refused by the test.").nth(1).waitFor();
    isRefused = false;
    await panel()
      .getByRole("button", { name: /barrel-1\.txt/ })
      .click();
    await panel().getByText("Refused by the test.").nth(1).waitFor({ state: "detached" });
    await panel().getByText("1 of 2").waitFor();
    expect(await panel().getByText("Refused by the test.").count()).toBe(1);
    await button("Retry what failed").click();
    await panel().getByRole("heading", { name: "2 uploaded" }).waitFor();
    await page.unroute(UPLOADS);
    await button("Close").click();
  });

  test("are processed again together", async () => {
    const { page, quarry } = session();
    await page.reload();
    const { data } = await quarry.documents.list({ spaceId: SPACE });
    const names = data.map(({ filename }) => filename);
    await page.getByLabel(`Select ${names[0]}`).check();
    await page.getByLabel(`Select ${names[1]}`).check();
    await page.getByRole("button", { name: "Process again", exact: true }).click();
    await page
      .getByRole("heading", { name: "Processed again" })
      .waitFor()
      .catch(() => undefined);
    await page.getByText("2 of 2").waitFor();
    const after = await quarry.documents.list({ spaceId: SPACE });
    const changed = after.data.filter(({ id, updatedAt }) =>
      data.some((one) => one.id === id && one.updatedAt !== updatedAt),
    );
    expect(changed.map(({ filename }) => filename).sort()).toEqual(names.slice(0, 2).sort());
  });
}
