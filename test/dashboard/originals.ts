import { beforeAll, expect, test } from "bun:test";
import { smallWord } from "../support/small-office.ts";
import type { DashboardSession } from "./dashboard-session.ts";
import { HARMFUL, HOSTILE_BODY, HOSTILE_PAGE } from "./hostile/hostile-page.ts";
import { smallSheet } from "./walk/small-sheet.ts";

const SPACE = "originals";
const ROWS = 5_000;
/** The time in which a page would run its scripts, send its requests and refresh. */
const HARM_MS = 500;

const TABLE = [
  "place,note,height",
  ...Array.from({ length: ROWS }, (_, at) => `Pier ${at},"low, then ""high""",${at}`),
  "<img src=x onerror=top.__hit=1>,,0",
].join("\n");

const LOG = [
  "# Log",
  ...Array.from({ length: 300 }, (_, day) => `Day ${day}: <img src=x onerror=top.__hit=1> wind ${day}.`),
].join("\r\n\r\n");

const MAIL = [
  "From: =?utf-8?q?J=C3=B6rg?= <joerg@example.com>",
  "To: harbour@example.com",
  "Subject: =?utf-8?b?R3LDvMOfZSB2b20gUGllcg==?=",
  "Date: Tue, 03 Mar 2026 10:15:00 +0100",
  "MIME-Version: 1.0",
  'Content-Type: multipart/alternative; boundary="part"',
  "",
  "--part",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Boats give way to ferries.",
  "--part",
  "Content-Type: text/html; charset=utf-8",
  "Content-Transfer-Encoding: base64",
  "",
  Buffer.from(HOSTILE_BODY).toString("base64"),
  "--part--",
].join("\r\n");

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" onload="top.__hit = 1">
<script>top.__hit = 1</script><image href="https://evil.example/picture.png" width="9" height="9"/>
<rect width="200" height="100" fill="#246"/><text x="20" y="50" fill="#fff">Map of the harbour</text></svg>`;

/** Originals that are no PDFs, beside the passages of their documents. */
export function originals(session: () => DashboardSession): void {
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const { quarry } = session();
    await quarry.spaces.create({ name: "Originals", slug: SPACE });
    const texts = {
      "log.md": LOG,
      "tides.csv": TABLE,
      "rules.html": HOSTILE_PAGE,
      "ferries.eml": MAIL,
      "map.svg": PICTURE,
    };
    const files = new Map([
      ["letter.docx", smallWord("A letter", "Dear pilots.")],
      ["berths.xlsx", smallSheet(["berth,keeper", "12,&lt;img src=x onerror=top.__hit=1&gt;"])],
    ]);
    for (const [filename, text] of Object.entries(texts)) files.set(filename, new TextEncoder().encode(text));
    for (const [filename, file] of files) {
      const { document } = await quarry.documents.upsert({ spaceId: SPACE, filename, file });
      ids.set(filename, document.id);
    }
  });

  const show = (filename: string) =>
    session().open(`/app/spaces/${SPACE}/documents/${ids.get(filename)}`, filename);
  const hits = () => session().page.evaluate<unknown>("window.__hit");

  /** Fails if the frame has something harmful, and if the page ran or requested something for it. */
  async function expectHarmlessFrame(filename: string): Promise<string> {
    const { page, server, expectAccessible } = session();
    const before = session().problems.length;
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await show(filename);
    const frame = page.locator("iframe.html-frame");
    await frame.waitFor();
    await page.waitForTimeout(HARM_MS);
    expect(await frame.getAttribute("sandbox")).toBe("");
    const source = (await frame.getAttribute("srcdoc")) ?? "";
    expect(source).not.toMatch(HARMFUL);
    expect(page.frames().map((each) => each.url())).toEqual([page.url(), "about:srcdoc"]);
    expect(await hits()).toBeUndefined();
    const foreign = requested.filter((url) => url.startsWith("http") && !url.startsWith(server.baseUrl));
    expect(foreign).toEqual([]);
    expect(session().problems.slice(before)).toEqual([]);
    await expectAccessible();
    return source;
  }

  test("a table has a header, and only its rows in view exist", async () => {
    const { page, expectAccessible } = session();
    await show("tides.csv");
    const table = page.getByRole("region", { name: "Table of tides.csv" });
    await table.getByRole("columnheader", { name: "height" }).waitFor();
    await table.getByRole("cell", { name: 'low, then "high"' }).first().waitFor();
    expect(await table.locator("tbody tr").count()).toBeLessThan(100);
    await expectAccessible();
    await table.focus();
    await page.keyboard.press("End");
    await table.getByText("<img src=x onerror=top.__hit=1>").waitFor();
    await page.getByText("5,001 rows").waitFor();
    expect(await hits()).toBeUndefined();
  });

  test("a text has the chosen passage marked", async () => {
    const { page, expectAccessible } = session();
    await show("log.md");
    const box = page.getByRole("region", { name: "The original: log.md" });
    await box.getByText("Day 299: <img src=x onerror=top.__hit=1> wind 299.").waitFor();
    expect(await box.locator("mark").count()).toBe(0);
    await expectAccessible();
    const id = ids.get("log.md") ?? "";
    const { data } = await session().quarry.documents.chunks({ spaceId: SPACE, id, pageSize: 100 });
    for (const at of [3, data.length - 2]) {
      await session().open(`/app/spaces/${SPACE}/documents/${id}?passage=${at}`, "log.md");
      await box.locator("mark").first().waitFor();
      // A passage may be in two blocks of lines.
      expect((await box.locator("mark").allTextContents()).join("")).toBe(data[at]?.content ?? "");
      expect(await box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
      const [outer, inner] = await Promise.all([
        box.boundingBox(),
        box.locator("mark").first().boundingBox(),
      ]);
      const below = (inner?.y ?? 0) - (outer?.y ?? 0);
      expect(below).toBeGreaterThan(0);
      expect(below).toBeLessThan((outer?.height ?? 0) / 2);
    }
    expect(await hits()).toBeUndefined();
  });

  test("a workbook is a table below the letters of its columns", async () => {
    const { page, expectAccessible } = session();
    await show("berths.xlsx");
    const table = page.getByRole("region", { name: "Table of berths.xlsx" });
    await table.getByRole("columnheader", { name: "B" }).waitFor();
    await table.getByRole("cell", { name: "<img src=x onerror=top.__hit=1>" }).waitFor();
    expect(await hits()).toBeUndefined();
    await expectAccessible();
  });

  test("a hostile page runs nothing and asks no other host", async () => {
    const source = await expectHarmlessFrame("rules.html");
    for (const kept of ["<h1>Rules of the pier</h1>", "<b>ferries</b>", "<td>A cell</td>", "[a pixel]"])
      expect(source).toContain(kept);
    expect(source).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="a dot">/);
  });

  test("a mail has its headers, and its HTML runs nothing and asks no other host", async () => {
    const source = await expectHarmlessFrame("ferries.eml");
    expect(source).toContain("<b>ferries</b>");
    const headers = session().page.locator(".mail-headers");
    await headers.getByText("Grüße vom Pier").waitFor();
    await headers.getByText("Jörg <joerg@example.com>").waitFor();
  });

  test("a picture is shown, and runs nothing", async () => {
    const { page, expectAccessible } = session();
    await show("map.svg");
    await page.getByRole("img", { name: "The picture map.svg" }).waitFor();
    await page.waitForFunction("document.querySelector('img.original').naturalWidth === 200");
    expect(await hits()).toBeUndefined();
    await expectAccessible();
  });

  test("another file can be downloaded", async () => {
    const { page, expectAccessible } = session();
    await show("letter.docx");
    await page.getByText("Browsers cannot show this kind of file").waitFor();
    await expectAccessible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download the file" }).click();
    expect((await downloading).suggestedFilename()).toBe("letter.docx");
  });
}
