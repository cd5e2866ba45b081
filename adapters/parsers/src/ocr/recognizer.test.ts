import { afterEach, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { createParserRegistry } from "../index.ts";
import { parseErrorMessage } from "../parsing.fixture.ts";
import { toGrey } from "./grey-image.ts";
import { readAhead } from "./read-ahead.ts";
import { createRecognizer } from "./recognizer.ts";

const LINES = ["The lighthouse keeper trimmed", "the lamp at dusk and wrote", "the weather into his log."];
const { PATH } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
});

/** Lines of text as a picture. `angle` turns them. */
const picture = (angle = 0) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="420"><rect width="100%" height="100%" fill="white"/>${LINES.map(
        (line, at) =>
          `<text x="60" y="${120 + at * 80}" font-size="44" font-family="DejaVu Sans, Arial, sans-serif">${line}</text>`,
      ).join("")}</svg>`,
    ),
  ).rotate(angle, { background: "white" });

/** What a photo without text is for OCR: shapes of all sizes. */
function photo(seed: number, points: number) {
  let state = seed;
  const pixels = Buffer.from(
    Array.from({ length: points * points }, () => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return state >> 23;
    }),
  );
  return sharp(pixels, { raw: { width: points, height: points, channels: 1 } })
    .resize(1200, 1200, { kernel: "cubic" })
    .png()
    .toBuffer();
}

describe.each([
  // Without PATH, the installed program is not found. Where it is not installed, both are the bundled one.
  ["the installed Tesseract", PATH],
  ["the bundled Tesseract", "/nonexistent"],
])("%s", (_name, path) => {
  test.each([0, 90, 4])(
    "reads words with their places in an image turned by %p degrees",
    async (angle) => {
      process.env.PATH = path;
      const image = await toGrey(picture(angle));
      const paragraphs = await createRecognizer().recognize(image);
      expect(paragraphs.map(({ text }) => text).join("\n")).toBe(LINES.join("\n"));
      const words = paragraphs.flatMap(({ lines }) => lines.flat());
      expect(words.map(({ text }) => text)).toEqual(LINES.flatMap((line) => line.split(" ")));
      for (const { box } of words) {
        expect(inkWithin(image, box)).toBeGreaterThan(0.1);
        expect(box.left).toBeGreaterThan(0);
        expect(box.left + box.width).toBeLessThan(image.width);
      }
    },
    60_000,
  );
});

/** The share of dark pixels in a box. */
function inkWithin(
  { pixels, width }: { readonly pixels: Uint8Array; readonly width: number },
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): number {
  const dark = { count: 0, of: 0 };
  for (let y = Math.floor(box.top); y < box.top + box.height; y += 1)
    for (let x = Math.floor(box.left); x < box.left + box.width; x += 1) {
      dark.of += 1;
      if ((pixels[y * width + x] ?? 255) < 128) dark.count += 1;
    }
  return dark.count / dark.of;
}

test.each([
  [7, 20],
  [7, 60],
  [3, 150],
])(
  "a photo without text yields no text (%p, %p)",
  async (seed, points) => {
    const bytes = await photo(seed, points);
    expect(await parseErrorMessage(createParserRegistry().parse({ bytes, filename: "a.png" }))).toContain(
      "holds no text",
    );
  },
  60_000,
);

test("an image is refused when OCR is off", async () => {
  const bytes = await picture().png().toBuffer();
  const parsing = createParserRegistry({ ocr: { mode: "off" } }).parse({ bytes, filename: "a.png" });
  expect(await parseErrorMessage(parsing)).toContain("does not recognize text in images");
});

describe("reading ahead", () => {
  test("keeps the order and starts no more than allowed", async () => {
    let running = 0;
    let most = 0;
    const results: number[] = [];
    const read = async (item: number) => {
      running += 1;
      most = Math.max(most, running);
      await Bun.sleep(item % 2 === 0 ? 8 : 1);
      running -= 1;
      return item;
    };
    for await (const result of readAhead([1, 2, 3, 4, 5, 6], 3, read)) results.push(result);
    expect(results).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(3);
  });

  test("throws the error of an item in its turn", async () => {
    const read = async (item: number) => {
      if (item === 2) throw new Error("second");
      return item;
    };
    const results: number[] = [];
    const all = async () => {
      for await (const result of readAhead([1, 2, 3], 2, read)) results.push(result);
    };
    await expect(all()).rejects.toThrow("second");
    expect(results).toEqual([1]);
  });
});
