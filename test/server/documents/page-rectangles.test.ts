import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PageRectangles } from "@quarry/schema";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { writePdf } from "../../support/write-pdf.ts";

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
