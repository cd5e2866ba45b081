import { beforeAll, expect, test } from "bun:test";
import type { Route } from "playwright-core";
import { writePdf } from "../support/write-pdf.ts";
import { type DashboardSession, PASSWORD } from "./dashboard-session.ts";

const SPACE = "charts";
/** More than the browser reads at once, so that the second page is read when it is shown. */
const PICTURE_BYTES = 1_500_000;

const LOCKED = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj
trailer <</Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"31".repeat(32)}>/U<${"32".repeat(32)}>>>>>
%%EOF`;

/** PDFs that cannot be shown, for the moment or at all. */
export function brokenPdfs(session: () => DashboardSession): void {
  let id: string;
  const file = () => `**/documents/${id}/file`;
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Charts", slug: SPACE });
    const jpeg = new Uint8Array(PICTURE_BYTES);
    const pages = [
      { heading: "Reefs", lines: ["The reef lies north of the pier."] },
      { heading: "Sands", figure: { jpeg, width: 10, height: 10 }, lines: ["The sand lies south of it."] },
      {
        heading: "Wrecks",
        figure: { jpeg, width: 10, height: 10 },
        lines: ["The wreck lies below the pier."],
      },
    ];
    const pdf = { spaceId: SPACE, filename: "chart.pdf", file: writePdf(pages) };
    id = (await quarry.documents.upsert(pdf)).document.id;
  });

  const drawn = (page: number) => session().page.locator(`.page-view canvas[data-page="${page}"]`);
  const problem = () => session().page.locator(".page-view").getByRole("alert");
  const refuse = (status: number, code: string) => (route: Route) =>
    route.fulfill({ status, json: { code, message: "Refused by the test." } });

  async function show(answer: (route: Route) => Promise<void>): Promise<void> {
    const { page, open } = session();
    await page.route(file(), answer);
    await open(`/app/spaces/${SPACE}/documents/${id}?passage=0`, "chart.pdf");
  }

  test("is drawn by itself when the server is no longer busy", async () => {
    const { page, expectAccessible } = session();
    await show(refuse(503, "unavailable"));
    await problem().getByText("The server is busy").waitFor();
    await expectAccessible();
    await page.unroute(file());
    await drawn(1).waitFor();
  });

  test("is drawn by itself when the server can be reached again", async () => {
    const { page } = session();
    await page.route("**/health", (route) => route.abort());
    await show((route) => route.abort());
    await problem().getByText("The server cannot be reached").waitFor();
    await page.unroute("**/health");
    await page.unroute(file());
    await drawn(1).waitFor();
  });

  test("says that a page was refused which is read later, and draws it by itself", async () => {
    const { page } = session();
    await page.unroute(file());
    await session().open(`/app/spaces/${SPACE}/documents/${id}?passage=0`, "chart.pdf");
    await drawn(1).waitFor();
    await page.route(file(), refuse(429, "rate_limited"));
    await page.getByRole("button", { name: "Next page" }).click();
    await problem().getByText("The server is busy").waitFor();
    await page.unroute(file());
    await drawn(2).waitFor();
  });

  test("is drawn after the person has signed in again", async () => {
    const { page } = session();
    await show(refuse(401, "unauthorized"));
    const again = page.getByRole("dialog", { name: "Your session has ended" });
    await again.getByLabel("Password").fill(PASSWORD);
    await page.unroute(file());
    await again.getByRole("button", { name: "Sign in" }).click();
    await drawn(1).waitFor();
  });

  test("says that its file is gone, and tries again when asked to", async () => {
    const { page } = session();
    await show(refuse(404, "not_found"));
    await problem().getByText("The file of this document is gone").waitFor();
    expect(await page.getByText("Trying again by itself").count()).toBe(0);
    await page.unroute(file());
    await problem().getByRole("button", { name: "Try again" }).click();
    await drawn(1).waitFor();
  });

  test("says that it is damaged, or needs a password", async () => {
    const { page } = session();
    const pdf = (body: string) => (route: Route) => route.fulfill({ contentType: "application/pdf", body });
    await show(pdf("no PDF at all"));
    await problem().getByText("The PDF is damaged").waitFor();
    await page.unroute(file());
    await show(pdf(LOCKED));
    await problem().getByText("The PDF needs a password").waitFor();
    await page.unroute(file());
    await problem().getByRole("button", { name: "Try again" }).click();
    await drawn(1).waitFor();
  });
}
