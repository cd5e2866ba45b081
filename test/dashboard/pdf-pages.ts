import { beforeAll, expect, test } from "bun:test";
import type { DocumentChunk } from "@quarry/sdk";
import { until } from "../support/until.ts";
import { writePdf } from "../support/write-pdf.ts";
import type { DashboardSession } from "./dashboard-session.ts";
import { expectFocus, focusOn, tabTo } from "./keys-alone.ts";

const SPACE = "almanac";
const LINES = 40;
/** The second page has no text. */
const HEADINGS = ["Tides", undefined, "Ships", "Lights"];
const LAST = HEADINGS.length;

/** The pages of a PDF between marks and passages: all of its pages, all of their passages. */
export function pdfPages(session: () => DashboardSession): void {
  let id: string;
  let passages: readonly DocumentChunk[];

  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Almanac", slug: SPACE });
    const lines = (subject: string) =>
      Array.from(
        { length: LINES },
        (_, at) => `${subject} ${at} are listed by the harbour office each year.`,
      );
    const pages = HEADINGS.map((heading) => (heading ? { heading, lines: lines(heading) } : {}));
    // The address of a call for passages would be longer than a server reads.
    const metadata = { note: "n".repeat(20_000) };
    const file = writePdf(pages);
    const { document } = await quarry.documents.upsert({
      spaceId: SPACE,
      filename: "almanac.pdf",
      file,
      metadata,
    });
    id = document.id;
    passages = (await quarry.documents.chunks({ spaceId: SPACE, id, pageSize: 100 })).data;
  });

  const onPage = (page: number) =>
    passages.filter(({ metadata }) => metadata.rectangles?.some((each) => each.page === page));
  const show = (search: string) =>
    session().open(`/app/spaces/${SPACE}/documents/${id}${search}`, "almanac.pdf");
  const drawn = (page: number) => session().page.locator(`.page-view canvas[data-page="${page}"]`).waitFor();
  const marks = () =>
    session().page.getByRole("group", { name: "Passages on this page" }).getByRole("button");
  const pressed = () => session().page.locator('.page-mark[aria-pressed="true"]');
  const chosen = (index: number) =>
    session()
      .page.locator(".passage.chosen")
      .getByRole("button", { name: `Passage ${index + 1}: show where it stands` });
  const status = (page: number) =>
    session().page.getByRole("status").getByText(`Page ${page} of ${LAST}`, { exact: true }).waitFor();

  async function expectInView(index: number): Promise<void> {
    await chosen(index).waitFor();
    await until("the passage in view", async () => {
      const box = await chosen(index).boundingBox();
      const height = session().page.viewportSize()?.height ?? 0;
      return (box && box.y >= 0 && box.y < height) || undefined;
    });
  }

  test("have a mark for each passage, named by its first words", async () => {
    const { expectAccessible } = session();
    expect(onPage(1).length).toBeGreaterThan(1);
    await show("");
    await drawn(1);
    await until("all marks", async () => (await marks().count()) === onPage(1).length || undefined);
    for (const [at, { content, chunkIndex }] of onPage(1).entries()) {
      const name = (await marks().nth(at).getAttribute("aria-label")) ?? "";
      const [, words = "", number] = /^(.+)… \(passage (\d+)\)$/.exec(name) ?? [];
      expect(Number(number)).toBe(chunkIndex + 1);
      expect(content.replaceAll(/\s+/g, " ")).toStartWith(words);
      expect(words.split(" ").length).toBeGreaterThan(5);
    }
    expect(await pressed().count()).toBe(0);
    await expectAccessible();
  });

  test("ask for the passages of a page, and for nothing that is no parameter", async () => {
    const { page } = session();
    const asked = new Set<string>();
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/chunks")) for (const name of searchParams.keys()) asked.add(name);
    });
    await show("?passage=0");
    await drawn(1);
    await pressed().waitFor();
    expect([...asked].sort()).toEqual(["onPage", "page", "pageSize"]);
  });

  test("choose the passage of a mark that is clicked, which is scrolled to, also a second time", async () => {
    const { page, expectAccessible } = session();
    await show(`?page=${LAST}`);
    await drawn(LAST);
    const index = onPage(LAST).at(-1)?.chunkIndex ?? 0;
    const mark = marks().last();
    await mark.click();
    await expectInView(index);
    expect(await mark.getAttribute("aria-pressed")).toBe("true");
    expect(await pressed().count()).toBe(1);
    expect(new URL(page.url()).search).toBe(`?passage=${index}&page=${LAST}`);
    await expectAccessible();
    await page.evaluate("scrollTo(0, 0)");
    await mark.click();
    await expectInView(index);
    await page.reload();
    await drawn(LAST);
    await expectInView(index);
  });

  test("show a passage that is clicked in the list on its page", async () => {
    const { page, expectAccessible } = session();
    await show(`?page=${LAST}`);
    await drawn(LAST);
    const first = onPage(1)[1]?.chunkIndex ?? 0;
    await page.getByRole("button", { name: `Passage ${first + 1}: show where it stands` }).click();
    await drawn(1);
    await until("the mark", async () => (await pressed().count()) === 1 || undefined);
    expect(await pressed().getAttribute("aria-label")).toEndWith(`(passage ${first + 1})`);
    await expectAccessible();
    // Its page is shown again after others were.
    await page.getByRole("button", { name: "Next page" }).click();
    await drawn(2);
    await chosen(first).click();
    await drawn(1);
  });

  test("are turned by keys, also one without a passage", async () => {
    const { page, expectAccessible } = session();
    await show("?passage=0");
    await drawn(1);
    await marks().first().waitFor();
    await tabTo(page, (await marks().first().getAttribute("aria-label")) ?? "");
    await page.keyboard.press("Enter");
    await expectInView(onPage(1)[0]?.chunkIndex ?? 0);
    await page.keyboard.press("PageDown");
    await drawn(2);
    await status(2);
    expect(await focusOn(page)).toMatchObject({ name: "The original", isShown: true });
    expect(await marks().count()).toBe(0);
    await expectAccessible();
    await page.keyboard.press("PageDown");
    await drawn(3);
    await page.keyboard.press("PageUp");
    await drawn(2);
    await tabTo(page, "Next page");
    for (const next of [3, 4]) {
      await page.keyboard.press("Enter");
      await drawn(next);
    }
    // On the last page the button stays, and keeps the focus.
    await page.keyboard.press("Enter");
    await status(LAST);
    await expectFocus(page, "Next page");
    expect(await page.getByRole("button", { name: "Next page" }).getAttribute("aria-disabled")).toBe("true");
  });

  test("are turned by their number, up to the last one", async () => {
    const { page } = session();
    const number = page.getByRole("spinbutton", { name: "Page number" });
    for (const [typed, expected] of [
      ["2", 2],
      ["99", LAST],
      ["3", 3],
    ] as const) {
      await number.fill(typed);
      await page.keyboard.press("Enter");
      await drawn(expected);
      expect(await number.inputValue()).toBe(String(expected));
    }
    await number.fill("");
    await page.keyboard.press("Tab");
    expect(await number.inputValue()).toBe("3");
    await show("?page=99");
    await drawn(LAST);
    await status(LAST);
  });

  test("stand beside the outline, which leads to the passage and its page", async () => {
    const { page } = session();
    await show("");
    await drawn(1);
    const places = [".outline", ".document-passages", ".document-side"];
    const left = await Promise.all(
      places.map(async (place) => (await page.locator(place).boundingBox())?.x ?? Number.NaN),
    );
    expect(left).toEqual(left.toSorted((a, b) => a - b));
    expect(new Set(left).size).toBe(places.length);
    await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "Lights" }).click();
    await drawn(LAST);
    const index = passages.findIndex(({ content }) => content.includes("Lights 0 are"));
    await expectInView(index);
  });

  test("have the outline above them on a phone, closed until it is opened", async () => {
    const { page, expectAccessible } = session();
    const viewport = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 844 });
    await show("");
    await drawn(1);
    const outline = page.getByRole("navigation", { name: "Outline" });
    expect(await outline.getByRole("button", { name: "Ships" }).isVisible()).toBe(false);
    await expectAccessible();
    await outline.getByText("Outline", { exact: true }).click();
    await outline.getByRole("button", { name: "Ships" }).click();
    await expectInView(passages.findIndex(({ content }) => content.includes("Ships 0 are")));
    await expectAccessible();
    // A passage below the page of the original leads back to it.
    const last = passages.length - 1;
    await page.getByRole("button", { name: `Passage ${last + 1}: show where it stands` }).click();
    await drawn(LAST);
    await until("the mark in view", async () => {
      const box = await pressed().boundingBox();
      return (box && box.y < 844 && box.y + box.height > 0) || undefined;
    });
    await page.setViewportSize(viewport);
  });

  test("are accessible with more contrast, and marked in forced colors", async () => {
    const { page, expectAccessible } = session();
    await page.emulateMedia({ contrast: "more" });
    await show("?passage=0");
    await drawn(1);
    await pressed().waitFor();
    await expectAccessible();
    await page.emulateMedia({ contrast: null, forcedColors: "active" });
    const tint = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.page-mark[aria-pressed="true"] span')).backgroundColor`,
    );
    expect(tint).toContain("rgba(245, 197, 24");
    await page.emulateMedia({ forcedColors: null });
  });
}
