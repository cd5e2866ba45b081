import { expect, test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

const FILES = 40;
const FILE_BYTES = 60_000;
const OUTAGE_MS = 6_000;
/** More than the repetitions of the files that are sent at once. */
const REFUSALS = 15;
const UPLOADS = /\/documents$/;

/** Files that are being sent when the server is away, refuses them for the moment, or no longer knows the person. */
export function outageOfUploads(session: () => DashboardSession): void {
  /** Creates a space, opens it and starts to send files to it. */
  async function startSending(slug: string): Promise<void> {
    const { page, quarry, open } = session();
    await quarry.spaces.create({ name: slug, slug });
    await open(`/app/spaces/${slug}`, slug);
    const buffer = (at: number) => Buffer.from(`Sheet ${at} of the log. `.repeat(FILE_BYTES / 20));
    await page.getByLabel("Upload files").setInputFiles(
      Array.from({ length: FILES }, (_, at) => ({
        ...{ name: `sheet-${at}.txt`, mimeType: "text/plain" },
        buffer: buffer(at),
      })),
    );
  }
  const stored = async (slug: string) =>
    (await session().quarry.documents.list({ spaceId: slug, pageSize: 1 })).pagination.total;

  test("all of them arrive after the server was killed", async () => {
    const { page, server } = session();
    await startSending("killed");
    await until("some files", async () => ((await stored("killed")) > 2 ? true : undefined));
    await server.kill();
    await page.locator(".trouble").getByText("The server cannot be reached").waitFor();
    // Longer than a call is repeated.
    await page.waitForTimeout(OUTAGE_MS);
    expect(await page.getByText(`${FILES} uploaded`).count()).toBe(0);
    await server.restart();
    await page.getByText(`${FILES} uploaded`).waitFor({ timeout: 60_000 });
    expect(await stored("killed")).toBe(FILES);
  });

  test("all of them arrive after the server had too much to do", async () => {
    const { page } = session();
    let refusals = 0;
    await page.route(UPLOADS, (route) => {
      if (route.request().method() !== "POST" || refusals >= REFUSALS) return route.continue();
      refusals += 1;
      return route.fulfill({
        status: refusals % 2 === 0 ? 503 : 429,
        contentType: "application/json",
        headers: { "retry-after": "1" },
        body: JSON.stringify({ code: "unavailable", message: "Refused by the test." }),
      });
    });
    await startSending("refused");
    await page.getByText(`${FILES} uploaded`).waitFor({ timeout: 60_000 });
    expect(refusals).toBe(REFUSALS);
    expect(await stored("refused")).toBe(FILES);
    await page.unroute(UPLOADS);
  });

  test("all of them arrive after the person has signed in again", async () => {
    const { page } = session();
    await startSending("signed-out");
    await page.context().clearCookies();
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.getByLabel("Password").fill("a long enough password");
    await again.getByRole("button", { name: "Sign in" }).click();
    await again.waitFor({ state: "detached" });
    await page.getByText(`${FILES} uploaded`).waitFor({ timeout: 60_000 });
    expect(await stored("signed-out")).toBe(FILES);
  });
}
