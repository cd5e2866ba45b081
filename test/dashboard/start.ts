import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DashboardSession } from "./dashboard-session.ts";

const MINUTE_MS = 60_000;
const LATE_MS = 1_500;

/** The first run. The session has opened the link of the log and created the owner's account. */
export function start(session: () => DashboardSession): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-start-"));
    await mkdir(join(folder, "handbook"));
    await writeFile(
      join(folder, "handbook/leave.md"),
      "# Leave\n\nEverybody has thirty days of leave a year.",
    );
    await writeFile(join(folder, "handbook/travel.txt"), "Trains are booked by the office.");
    await writeFile(join(folder, "handbook/broken.pdf"), "%PDF-1.4\n1 0 obj\n<<");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("leads from the link of the log to an answered question within a minute", async () => {
    const { page, server, startedMs, expectAccessible } = session();
    await page.waitForURL(`${server.baseUrl}/app/start`);
    await page.getByRole("heading", { level: 1, name: "Start" }).waitFor();
    await expectAccessible();
    await page.getByLabel("Name of the space").fill("Staff handbook");
    await page.keyboard.press("Enter");
    await page.getByText("“Staff handbook” is ready").waitFor();
    await page.getByLabel("Upload folder").setInputFiles(join(folder, "handbook"));
    await page.getByText("2 of 3 documents ready").waitFor();
    await page.getByText("1 document could not be read").waitFor();
    await page.getByLabel("Question").fill("How many days of leave are there?");
    await page.keyboard.press("Enter");
    await page.locator(".result").first().getByText("thirty days").waitFor();
    expect(performance.now() - startedMs).toBeLessThan(MINUTE_MS);
    await expectAccessible();
  });

  test("goes on after a reload, and leads to what failed and why", async () => {
    const { page, quarry } = session();
    await page.reload();
    await page.getByText("2 of 3 documents ready").waitFor();
    await page.getByRole("link", { name: "See why" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "broken.pdf" });
    const { data } = await quarry.documents.list({ spaceId: "staff-handbook", status: "FAILED" });
    await row.getByText(data[0]?.errorMessage ?? "").waitFor();
  });

  test("waits for its space, and offers no other one meanwhile", async () => {
    const { page, open, quarry } = session();
    await quarry.spaces.create({ name: "Crew" });
    const asked = "**/api/spaces/crew";
    const isAnswered = { status: 503, json: { code: "unavailable", message: "Refused by the test." } };
    let isLate = true;
    await page.route(asked, async (route) => {
      if (isLate) await Bun.sleep(LATE_MS);
      isLate = false;
      await route.fulfill(isAnswered).catch(() => undefined);
    });
    const form = page.getByLabel("Name of the space");
    await open("/app/start?space=crew", "Start");
    await page.waitForTimeout(LATE_MS / 2);
    expect(await form.count()).toBe(0);
    await page.getByRole("alert").getByText("Refused by the test.").waitFor();
    expect(await form.count()).toBe(0);
    await page.unroute(asked);
    await page.getByText("“Crew” is ready").waitFor();
    await open("/app/start?space=no-crew", "Start");
    await form.waitFor();
  });
}
