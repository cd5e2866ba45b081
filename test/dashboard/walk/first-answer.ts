import { expect, test } from "bun:test";
import type { DashboardSession } from "../dashboard-session.ts";
import { until } from "../patient-until.ts";
import { takePictures } from "../pictures.ts";
import { SPACE } from "./first-files.ts";
import { ANSWERING, QUESTION } from "./walk-files.ts";

/** The dark pixels of the drawn page below each marked line. */
const MARKED_PIXELS = `(() => {
  const canvas = document.querySelector("canvas");
  const page = canvas.getBoundingClientRect();
  const scale = canvas.width / page.width;
  return [...document.querySelectorAll('.page-mark[aria-pressed="true"] span')].map((line) => {
    const { x, y, width, height } = line.getBoundingClientRect();
    const sides = [x - page.x, y - page.y, width, height].map((side) => side * scale);
    const { data } = canvas.getContext("2d").getImageData(...sides);
    return data.filter((value, at) => at % 4 === 0 && value < 170).length;
  });
})()`;
const EVALUATION = "Questions of skippers";

/** A question in the playground, its answer on the page of the PDF, and the golden query that it becomes. */
export function firstAnswer(session: () => DashboardSession): void {
  test("is answered by the PDF", async () => {
    const { page } = session();
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Playground" }).waitFor();
    await page.getByLabel("Question").fill(QUESTION);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const best = page.locator(".result").first();
    await best.getByRole("link", { name: ANSWERING }).waitFor();
    expect((await best.locator("mark").allTextContents()).join(" ")).toContain("pilot boat");
    await takePictures(page, "question");
  });

  test("is saved as a golden query", async () => {
    const { page, quarry } = session();
    await page
      .getByRole("button", { name: `Save as golden query: ${ANSWERING}` })
      .first()
      .click();
    await page.getByLabel("Name", { exact: true }).fill(EVALUATION);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(`Saved in “${EVALUATION}”`).waitFor();
    const [saved] = (await quarry.evaluations.list({ spaceId: SPACE.slug })).data;
    expect(saved).toMatchObject({ name: EVALUATION, queryCount: 1 });
  });

  test("is opened on the page of the PDF, with its lines marked", async () => {
    const { page, quarry } = session();
    await page.locator(".result").first().getByRole("link", { name: ANSWERING }).click();
    await page.getByRole("heading", { level: 1, name: ANSWERING }).waitFor();
    await page.locator(".passage.chosen").getByText("Granite Quay").waitFor();
    const pages = await pagesOfChosen();
    expect(pages.at(-1)).toBe(2);
    for (const [at, number] of pages.entries()) {
      if (at > 0) await page.getByRole("button", { name: "Next page" }).click();
      await page.locator(`canvas[data-page="${number}"]`).waitFor();
    }
    const marked = await page.evaluate<number[]>(MARKED_PIXELS);
    expect(marked.length).toBeGreaterThan(0);
    for (const pixels of marked) expect(pixels).toBeGreaterThan(20);
    await takePictures(page, "document");

    const reads: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/file")) reads.push(request.url());
    });
    await page.getByRole("button", { name: "Passage 1: show where it stands" }).click();
    await page.locator('canvas[data-page="1"]').waitFor();
    expect(reads).toEqual([]);

    /** The pages on which the passage of the address stands. */
    async function pagesOfChosen(): Promise<number[]> {
      const index = Number(new URL(page.url()).searchParams.get("passage"));
      const { documentId } = /documents\/(?<documentId>[^/?]+)/.exec(page.url())?.groups ?? {};
      const name = { spaceId: SPACE.slug, id: documentId ?? "" };
      const found = await quarry.documents.chunks({ ...name, page: index + 1, pageSize: 1 });
      return found.data[0]?.metadata.rectangles?.map((each) => each.page) ?? [];
    }
  });

  test("is measured by the evaluation", async () => {
    const { page, open, quarry } = session();
    await open(`/app/spaces/${SPACE.slug}/evaluations`, "Evaluations");
    await page.getByRole("link", { name: EVALUATION }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("heading", { name: "Runs" }).waitFor();
    const run = await until("the run", async () => {
      const [evaluation] = (await quarry.evaluations.list({ spaceId: SPACE.slug })).data;
      return evaluation?.latestRun ?? undefined;
    });
    expect(run.configurations[0]?.ndcg.value).toBe(1);
    await page.getByRole("row").filter({ hasText: QUESTION }).getByText("1.00").waitFor();
    await takePictures(page, "evaluation");
  });
}
