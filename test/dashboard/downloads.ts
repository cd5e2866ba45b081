import { beforeAll, expect, test } from "bun:test";
import { type DashboardSession, PASSWORD } from "./dashboard-session.ts";

const SPACE = "anchors";
const FILE = "anchor.md";

/** Exports of spaces and downloads of files. A refusal never replaces the page. */
export function downloads(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Anchors", slug: SPACE });
    await quarry.documents.upsert({ spaceId: SPACE, filename: FILE, content: "An anchor holds." });
  });

  async function choose(menu: string, item: string): Promise<void> {
    const { page } = session();
    await page.getByRole("button", { name: `More actions: ${menu}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  }

  for (const [what, menu, item, url, saved] of [
    ["export", "Anchors", "Export", /\/export\b/, `${SPACE}.quarry.tar.gz`],
    ["download", FILE, "Download the file", /\/file$/, FILE],
  ] as const)
    test(`says why there is no ${what}, and then saves it`, async () => {
      const { page, open } = session();
      await open(`/app/spaces/${SPACE}`, "Anchors");
      await page.evaluate("window.__kept = true");
      const answer = { code: "unavailable", message: "Refused by the test." };
      await page.route(url, (route) => route.fulfill({ status: 503, json: answer }));
      await choose(menu, item);
      await page.locator(".toast").getByText("Refused by the test.").waitFor();
      await page.unroute(url);
      await page.route(url, (route) =>
        route.fulfill({ status: 401, json: { code: "unauthorized", message: "Refused by the test." } }),
      );
      await choose(menu, item);
      const again = page.getByRole("dialog", { name: "Your session has ended" });
      await again.getByLabel("Password").fill(PASSWORD);
      await again.getByRole("button", { name: "Sign in" }).click();
      await again.waitFor({ state: "detached" });
      await page.unroute(url);
      const [download] = await Promise.all([page.waitForEvent("download"), choose(menu, item)]);
      expect(download.suggestedFilename()).toBe(saved);
      expect(await download.failure()).toBeNull();
      expect(await page.evaluate("window.__kept")).toBe(true);
    });
}
