import { beforeAll, expect, test } from "bun:test";
import { smallPdf } from "../support/small-pdf.ts";
import type { DashboardSession } from "./dashboard-session.ts";
import { until } from "./patient-until.ts";

/** How many pixels of the drawn page are dark: the page is not blank. */
const DARK_PIXELS = `(() => {
  const canvas = document.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((value, at) => at % 4 === 0 && value < 128).length;
})()`;

/** One document: its passages beside its original. */
export function document(session: () => DashboardSession): void {
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Library" });
    const sections = Array.from(
      { length: 60 },
      (_, at) => `## Part ${at}\n\n${`Sentence of part ${at}. `.repeat(60)}`,
    );
    await quarry.documents.upsert({
      spaceId: "library",
      filename: "long.md",
      content: `# Long\n\n${sections.join("\n\n")}`,
    });
    const pdf = smallPdf(["The first page is about tea.", "The second page is about coffee."]);
    await quarry.documents.upsert({ spaceId: "library", filename: "drinks.pdf", file: pdf });
  });

  const chosen = () => session().page.locator(".passage.chosen");

  test("shows its passages with its outline, and goes where a heading points", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/spaces/library", "Library");
    await page.getByRole("link", { name: "long.md" }).click();
    await page.getByText("Sentence of part 0.").first().waitFor();
    expect(await page.locator(".passage").count()).toBeLessThan(40);
    await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "Part 47" }).click();
    await chosen().getByText("Sentence of part 47.").waitFor();
    await expectAccessible();
    await page.reload();
    await chosen().getByText("Sentence of part 47.").waitFor();
  });

  test("draws the page of a PDF, with the passage that a question found", async () => {
    const { page, open, expectAccessible } = session();
    await open("/app/playground?q=coffee&spaces=library", "Playground");
    await page.getByRole("link", { name: "drinks.pdf" }).first().click();
    await chosen().getByText("about coffee").waitFor();
    await until("the drawn page", async () => (await page.locator("canvas[data-page]").count()) || undefined);
    expect(await page.locator('.page-mark[aria-pressed="true"] span').count()).toBeGreaterThan(0);
    expect(await page.evaluate(DARK_PIXELS)).toBeGreaterThan(20);
    await expectAccessible();
  });

  test("has metadata that are edited in place", async () => {
    const { page, quarry, expectAccessible } = session();
    await page.locator(".metadata summary").click();
    await page.getByRole("button", { name: "Edit the metadata" }).click();
    await page.getByLabel("Metadata as JSON").fill('["no object"]');
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("This is not a JSON object").waitFor();
    await expectAccessible();
    await page.getByLabel("Metadata as JSON").fill('{ "year": 2026, "by": "<i>Ann</i>" }');
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("<i>Ann</i>").waitFor();
    const { data } = await quarry.documents.list({ spaceId: "library" });
    expect(data.find(({ filename }) => filename === "drinks.pdf")?.metadata).toEqual({
      year: 2026,
      by: "<i>Ann</i>",
    });
  });

  test("says why it could not be read, and is deleted from its page", async () => {
    const { page, open, quarry, expectAccessible } = session();
    const broken = {
      spaceId: "library",
      filename: "broken.pdf",
      file: new TextEncoder().encode("%PDF-1.4 <<"),
    };
    const { id } = await quarry.documents.upload(broken);
    await open(`/app/spaces/library/documents/${id}`, "broken.pdf");
    const failed = await until("the failure", async () => {
      const { document } = await quarry.documents.get({ spaceId: "library", id });
      return document.errorMessage ?? undefined;
    });
    await page.getByText(failed).waitFor();
    await page.getByText("There are no passages yet").waitFor();
    await expectAccessible();
    await page.getByRole("button", { name: "More actions: broken.pdf" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL("**/app/spaces/library");
    await open(`/app/spaces/library/documents/${id}`, "There is no such page");
  });
}
