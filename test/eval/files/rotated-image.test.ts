import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { createParserRegistry } from "@quarry/parsers";
import sharp from "sharp";
import { hasEveryCase } from "../../support/scale.ts";
import { characterErrorRate } from "./edit-distance.ts";

const FOLDER = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files";
const IMAGE = `${FOLDER}/test__eurotext.tif`;
const PHRASES = ["The (quick) [brown] {fox} jumps!", "aspammer@website.com"];

/** The sample has an image that is turned and one that is deskewed. */
const DEGREES = hasEveryCase ? [0, 90, 180, 270, 5, -7, 93] : [90, -7];

// The repository does not contain the image.
test.skipIf(!existsSync(IMAGE)).each(DEGREES)(
  "recognizes the text of an image rotated by %p degrees",
  async (degrees) => {
    const bytes = await sharp(IMAGE).rotate(degrees, { background: "white" }).png().toBuffer();
    const { text, blocks } = await createParserRegistry().parse({ bytes, filename: "a.png" });
    for (const phrase of PHRASES) expect(characterErrorRate(phrase, text)).toBeLessThanOrEqual(0.05);
    for (const { ocr, confidence } of blocks) {
      expect(ocr).toBe(true);
      expect(confidence).toBeGreaterThan(0.5);
    }
  },
  60_000,
);
