import { beforeAll, expect, test } from "bun:test";
import { writePdf } from "../support/write-pdf.ts";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

const SPACE = "thumbnails";
const ASKED = `/app/playground?q=walrus&spaces=${SPACE}&topK=4`;

/** Pages of PDFs beside the results that stand on them. */
export function thumbnails(session: () => DashboardSession): void {
  let id: string;
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Thumbnails", slug: SPACE });
    const lines = (page: number) =>
      Array.from({ length: 30 }, (_, at) => `Walrus ${page}.${at} sleeps beside the walrus of floe ${at}.`);
    const file = writePdf([1, 2, 3].map((page) => ({ heading: `Herd ${page}`, lines: lines(page) })));
    id = (await quarry.documents.upsert({ spaceId: SPACE, filename: "walrus.pdf", file })).document.id;
    const content = "A walrus without pages.";
    await quarry.documents.upsert({ spaceId: SPACE, filename: "walrus.md", content });
  });

  const drawn = () => session().page.locator(".thumbnail canvas[data-page]");

  test("are drawn with the passage marked, of one file that is loaded once", async () => {
    const { page, open, expectAccessible } = session();
    const opened: string[] = [];
    page.on("request", (request) => {
      const isFile = request.url().endsWith(`/documents/${id}/file`);
      if (isFile && !request.headers().range) opened.push(request.url());
    });
    await open(ASKED, "Playground");
    await page.getByRole("heading", { name: "walrus.md" }).waitFor();
    const results = page.locator(".result").filter({ hasText: "walrus.pdf" });
    const count = await results.count();
    expect(count).toBeGreaterThan(1);
    for (const result of await results.all()) await result.scrollIntoViewIfNeeded();
    await until("the drawings", async () => (await drawn().count()) === count || undefined);
    expect(opened).toHaveLength(1);
    expect(await page.locator(".thumbnail").count()).toBe(count);
    for (const mark of await page.locator(".thumbnail .marks").all())
      expect(await mark.locator("rect").count()).toBeGreaterThan(0);
    await expectAccessible();
  });

  test("lead to the document at the place", async () => {
    const { page } = session();
    await page
      .getByRole("link", { name: /^Page \d with the passage marked$/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: "walrus.pdf" }).waitFor();
    await page.locator(".passage.chosen").getByText("walrus").first().waitFor();
  });

  test("are left out when the original is gone, or is very large", async () => {
    const { page, open } = session();
    const file = `**/documents/${id}/file`;
    await page.route(file, (route) => route.fulfill({ status: 404, json: { message: "It is gone." } }));
    await open(ASKED, "Playground");
    await page.getByRole("heading", { name: "walrus.md" }).waitFor();
    await page.locator(".thumbnail").first().waitFor({ state: "detached" });
    await page.unroute(file);
    const record = `**/api/spaces/*/documents/${id}`;
    await page.route(record, async (route) => {
      const response = await route.fetch();
      const { document } = (await response.json()) as { document: object };
      await route.fulfill({ response, json: { document: { ...document, fileSize: "90000000" } } });
    });
    await open(ASKED, "Playground");
    await page.getByRole("heading", { name: "walrus.md" }).waitFor();
    await page.locator(".thumbnail").first().waitFor({ state: "detached" });
    expect(await page.locator(".result").filter({ hasText: "walrus.pdf" }).count()).toBeGreaterThan(0);
    await page.unroute(record);
  });
}
