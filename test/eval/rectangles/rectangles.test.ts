import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writePdf } from "../../support/write-pdf.ts";
import { compareRectangles } from "./compare-rectangles.ts";
import { linesOfWords, WordSequence } from "./expected-rectangles.ts";
import { hasPdftotext, pagesOfWords } from "./page-words.ts";
import { sharedArea } from "./shared-area.ts";

describe("the area that rectangles share", () => {
  test("is their intersection over their union", () => {
    expect(sharedArea([[0, 0, 10, 10]], [[0, 0, 10, 10]])).toBe(1);
    expect(sharedArea([[0, 0, 10, 10]], [[5, 0, 15, 10]])).toBeCloseTo(1 / 3, 10);
    expect(sharedArea([[0, 0, 10, 10]], [[20, 0, 30, 10]])).toBe(0);
  });

  test("counts overlapping rectangles once", () => {
    const one = [
      [0, 0, 6, 10],
      [4, 0, 10, 10],
    ] as const;
    expect(sharedArea(one, [[0, 0, 10, 10]])).toBe(1);
  });
});

test("words of a passage are found in another order, and joined to lines", () => {
  const words = ["harbour", "tides", "-", "log", "harbour"].map((text, at) => ({
    text,
    rectangle: [at * 40, at < 4 ? 0 : 100, at * 40 + 35, at < 4 ? 10 : 110] as const,
  }));
  const near = [[100, 95, 200, 115] as const];
  const { words: found } = new WordSequence(words).find("log, harbour", near);
  expect(found.map(({ rectangle }) => rectangle[0])).toEqual([120, 160]);
  expect(linesOfWords(words.slice(0, 4))).toEqual([[0, 0, 155, 10]]);
});

describe.skipIf(!hasPdftotext())("beside pdftotext", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "rectangles-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const PROSE = Array.from(
    { length: 45 },
    (_, at) => `On day ${at} the pilots of the harbour brought ${at * 7} barrels of cinnamon ashore.`,
  );

  test("the rectangles of passages cover the words of pdftotext and nothing else", async () => {
    const path = join(folder, "prose.pdf");
    await writeFile(path, writePdf([{ heading: "Pilots", lines: PROSE }, { lines: PROSE }]));
    const compared = await compareRectangles(path);
    expect(compared?.passages).toBeGreaterThan(2);
    expect(compared?.found).toBe(1);
    expect(compared?.region).toBeGreaterThan(0.97);
    expect(compared?.line).toBeGreaterThan(0.95);
  });

  test("words are read with their entities and the size of their page", async () => {
    const path = join(folder, "words.pdf");
    await writeFile(path, writePdf([{ lines: ["salt & pepper"] }]));
    const pages = await pagesOfWords(path);
    expect(pages?.map(({ width, height }) => [width, height])).toEqual([[595, 842]]);
    expect(pages?.[0]?.words.map(({ text }) => text)).toEqual(["salt", "&", "pepper"]);
  });
});
