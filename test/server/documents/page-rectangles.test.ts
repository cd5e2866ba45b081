import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { DocumentChunk, PageRectangles } from "@quarry/schema";
import { expectError } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { scanPages } from "../../support/scan-pages.ts";
import { writePdf } from "../../support/write-pdf.ts";
import { runSql } from "../rows.ts";

const A4 = { width: 595, height: 842 };
const LINES = Array.from(
  { length: 40 },
  (_, at) => `Line ${at} of the harbour log tells of tides and of ships`,
);
const END = ["and the last ship of the evening carried cinnamon."];

let app: InProcessApp;
let spaceId: string;
beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Harbour" })).space.id;
  const pdf = writePdf([{ lines: LINES }, { lines: END }]);
  await app.quarry.documents.upsert({
    ...{ spaceId, filename: "log.pdf", encoding: "base64" },
    content: Buffer.from(pdf).toString("base64"),
  });
}, 120_000);
afterAll(() => app?.stop());

async function lastPassage(ofSpace: string) {
  const { results } = await app.quarry.query({ query: "cinnamon ship", spaceIds: ofSpace, topK: 1 });
  return results[0];
}

test("a passage has the rectangles of its lines, over a page border too", async () => {
  const { rectangles = [] } = (await lastPassage(spaceId))?.metadata ?? {};
  expect(rectangles.map(({ page, width, height }) => ({ page, width, height }))).toEqual([
    { page: 1, ...A4 },
    { page: 2, ...A4 },
  ]);
  const [first, second] = rectangles;
  // Helvetica reaches 0.718 above and 0.207 below its baseline, which is 56 points from the top.
  expect(second?.lines).toHaveLength(1);
  const [left, top, right, bottom] = second?.lines[0] ?? [];
  expect([left, top, bottom]).toEqual([56, 48.1, 58.3]);
  expect(right).toBeGreaterThan(250);
  expect(right).toBeLessThan(350);
  const bottoms = first?.lines.map((line) => line[3]) ?? [];
  expect(bottoms.at(-1)).toBe(643.3);
  expect(bottoms).toEqual([...bottoms].sort((a, b) => a - b));
});

test("the chunks of a document have the same rectangles, and together each line once", async () => {
  const { data } = await app.quarry.documents.list({ spaceId });
  const { data: chunks } = await app.quarry.documents.chunks({ spaceId, id: data[0]?.id ?? "" });
  const found = await lastPassage(spaceId);
  expect(chunks.at(-1)?.metadata).toEqual(found?.metadata as (typeof chunks)[0]["metadata"]);
  const tops = chunks.flatMap(({ metadata }) =>
    (metadata.rectangles ?? []).flatMap(({ page, lines }) => lines.map((line) => page * 1000 + line[1])),
  );
  expect(new Set(tops).size).toBe(LINES.length + END.length);
});

describe("chunks on a page", () => {
  const ofLog = async () => {
    const { data } = await app.quarry.documents.list({ spaceId });
    return { spaceId, id: data.find(({ filename }) => filename === "log.pdf")?.id ?? "" };
  };
  const pagesOf = ({ metadata }: DocumentChunk) => metadata.rectangles?.map(({ page }) => page) ?? [];

  test("are those with lines on it, also with others; a page without chunks has none", async () => {
    const name = await ofLog();
    const { data: all } = await app.quarry.documents.chunks({ ...name, pageSize: 100 });
    for (const onPage of [1, 2]) {
      const { data, pagination } = await app.quarry.documents.chunks({ ...name, onPage, pageSize: 100 });
      const expected = all.filter((chunk) => pagesOf(chunk).includes(onPage));
      expect(expected.length).toBeGreaterThan(0);
      expect(data).toEqual(expected);
      expect(pagination).toMatchObject({ page: 1, total: expected.length, totalPages: 1 });
    }
    expect((await app.quarry.documents.chunks({ ...name, onPage: 1 })).data.at(-1)).toEqual(
      (await app.quarry.documents.chunks({ ...name, onPage: 2 })).data[0] as DocumentChunk,
    );
    const { data, pagination } = await app.quarry.documents.chunks({ ...name, onPage: 3 });
    expect([data, pagination.total, pagination.totalPages]).toEqual([[], 0, 0]);
  });

  test("are listed in pages of their own", async () => {
    const name = await ofLog();
    const { data: all } = await app.quarry.documents.chunks({ ...name, onPage: 1, pageSize: 100 });
    expect(all.length).toBeGreaterThan(1);
    const seen: DocumentChunk[] = [];
    for await (const chunk of app.quarry.documents.chunks({ ...name, onPage: 1, pageSize: 1 }))
      seen.push(chunk);
    expect(seen).toEqual(all);
  });

  test("are found on every path", async () => {
    const { id } = await ofLog();
    for (const path of [
      `/api/spaces/${spaceId}/documents/${id}/chunks?onPage=2`,
      `/api/documents/${id}/chunks?onPage=2`,
      `/documents/${id}/chunks?onPage=2&spaceId=${spaceId}`,
    ]) {
      const { status, json } = await app.call("GET", path);
      expect([status, (json.data as DocumentChunk[]).map(pagesOf)]).toEqual([200, [[1, 2]]]);
    }
  });

  test.each(["0", "-1", "1.5", "two", ""])("are refused for page “%s”", async (onPage) => {
    const { id } = await ofLog();
    const message = expectError(await app.call("GET", `/api/documents/${id}/chunks?onPage=${onPage}`), 400);
    expect(message).toMatch(/onPage.*a whole number from 1/);
  });

  test("without rectangles are on the page where they start; documents without pages have none", async () => {
    const file = writePdf([
      { lines: ["Saffron is on the first page."] },
      { lines: ["Sumac is on the second."] },
    ]);
    const { document } = await app.quarry.documents.upsert({ spaceId, filename: "old.pdf", file });
    await runSql(
      app.deps,
      `update chunks set metadata = metadata - 'rectangles' || '{"page": 2}' where document_id = '${document.id}'`,
    );
    const totalOn = async (id: string, onPage: number) =>
      (await app.quarry.documents.chunks({ spaceId, id, onPage })).pagination.total;
    expect([await totalOn(document.id, 1), await totalOn(document.id, 2)]).toEqual([0, document.chunkCount]);
    const text = await app.quarry.documents.upsert({ spaceId, filename: "text.md", content: "No pages." });
    expect(await totalOn(text.document.id, 1)).toBe(0);
  });
});

test("texts without pages have none", async () => {
  await app.quarry.documents.upsert({ spaceId, filename: "note.md", content: "Nutmeg is rare here." });
  const { results } = await app.quarry.query({ query: "nutmeg", spaceIds: spaceId, topK: 1 });
  expect(results[0]?.metadata).not.toHaveProperty("rectangles");
});

test("an archive keeps them", async () => {
  const { space } = await app.quarry.spaces.import(await app.quarry.spaces.export(spaceId));
  const [kept, original] = [await lastPassage(space.id), await lastPassage(spaceId)];
  expect(kept?.metadata.rectangles).toEqual(original?.metadata.rectangles as PageRectangles[]);
});

test("rectangles lie on their page", async () => {
  const { rectangles = [] } = (await lastPassage(spaceId))?.metadata ?? {};
  const isOnPage = ({ width, height, lines }: PageRectangles) =>
    lines.every(([l, t, r, b]) => l >= 0 && t >= 0 && r <= width && b <= height && l < r && t < b);
  expect(rectangles.every(isOnPage)).toBe(true);
});

/** Where a point of a page is after `scanPages` rotated it by 0.6 degrees and its picture fills the page again. */
function onScan(x: number, y: number): [x: number, y: number] {
  const angle = (0.6 * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const { width, height } = A4;
  const [dx, dy] = [x - width / 2, y - height / 2];
  const grown = [width * cos + height * sin, height * cos + width * sin] as const;
  return [
    ((dx * cos - dy * sin) / grown[0] + 0.5) * width,
    ((dx * sin + dy * cos) / grown[1] + 0.5) * height,
  ];
}

test("recognized text has the rectangles of its lines: in points on a scanned page, in pixels on a picture", async () => {
  const lines = LINES.slice(0, 3);
  const [picture] = await scanPages(writePdf([{ lines }]), 200);
  if (!picture) throw new Error("the scan returned no picture");
  const scanned = await app.quarry.spaces.create({ name: "Scanned" });
  const rectanglesOf = async (filename: string, bytes: Uint8Array) => {
    const content = Buffer.from(bytes).toString("base64");
    const { document } = await app.quarry.documents.upsert({
      ...{ spaceId: scanned.space.id, filename, content, encoding: "base64" },
    });
    const { data } = await app.quarry.documents.chunks({ spaceId: scanned.space.id, id: document.id });
    return data[0]?.metadata.rectangles ?? [];
  };
  const [page] = await rectanglesOf("scan.pdf", writePdf([{ picture }]));
  expect(page).toMatchObject({ page: 1, ...A4 });
  const [text] = await rectanglesOf("text.pdf", writePdf([{ lines }]));
  expect(page?.lines).toHaveLength(3);
  for (const [at, line] of (page?.lines ?? []).entries()) {
    const [left, top, right, bottom] = text?.lines[at] ?? [0, 0, 0, 0];
    const drawn = [...onScan(left, top), ...onScan(right, bottom)];
    for (const [side, value] of line.entries()) expect(Math.abs(value - (drawn[side] ?? 0))).toBeLessThan(3);
  }
  const [pixels] = await rectanglesOf("scan.jpg", picture.jpeg);
  expect(pixels).toMatchObject({ page: 1, width: picture.width, height: picture.height });
  const scale = picture.width / A4.width;
  const inPixels = page?.lines.flat().map((points) => points * scale) ?? [];
  for (const [read, value] of (pixels?.lines.flat() ?? []).entries())
    expect(Math.abs(value - (inPixels[read] ?? 0))).toBeLessThan(10);
}, 180_000);
