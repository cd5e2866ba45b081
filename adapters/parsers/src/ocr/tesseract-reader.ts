import type { Worker } from "tesseract.js";
import { type GreyImage, toPgm } from "./grey-image.ts";
import { withLanguages } from "./languages.ts";

/** The text that Tesseract read from an image. */
export interface Reading {
  readonly paragraphs: readonly { readonly text: string; readonly confidence: number }[];
  /** Mean confidence over all letters, from 0 to 1; 0 without letters. */
  readonly confidence: number;
  /** The number of letters, weighted by the squared mean confidence. Compares readings of one image. */
  readonly yield: number;
}

/** Reads one image, assuming a page layout or a single block of text. */
export type TesseractReader = (image: GreyImage, layout: "page" | "block") => Promise<Reading>;

/** Creates a reader that starts Tesseract with the first image. */
export function createTesseractReader(languages: readonly string[]): TesseractReader {
  let starting: Promise<Worker> | undefined;
  return async (image, layout) => {
    const { PSM } = await import("tesseract.js");
    starting ??= startWorker(languages);
    const worker = await starting;
    await worker.setParameters({ tessedit_pageseg_mode: layout === "page" ? PSM.AUTO : PSM.SINGLE_BLOCK });
    const { data } = await worker.recognize(toPgm(image), {}, { blocks: true, text: false });
    return readingOf(
      (data.blocks ?? []).flatMap(({ paragraphs }) =>
        paragraphs.map(({ lines, confidence }) => ({
          text: lines.map(({ text }) => text.trim()).join("\n"),
          confidence: confidence / 100,
        })),
      ),
    );
  };
}

async function startWorker(languages: readonly string[]): Promise<Worker> {
  const { createWorker, OEM } = await import("tesseract.js");
  const worker = await withLanguages(languages, (langPath) =>
    createWorker([...languages], OEM.LSTM_ONLY, {
      langPath,
      gzip: true,
      cacheMethod: "none",
      errorHandler: () => undefined,
    }),
  );
  await worker.setParameters({ user_defined_dpi: "200" });
  return worker;
}

function readingOf(paragraphs: Reading["paragraphs"]): Reading {
  const letters = paragraphs.map(({ text }) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  const total = letters.reduce((sum, count) => sum + count, 0);
  const weighted = paragraphs.reduce((sum, { confidence }, at) => sum + confidence * (letters[at] ?? 0), 0);
  return {
    paragraphs,
    confidence: total === 0 ? 0 : weighted / total,
    yield: total === 0 ? 0 : weighted ** 2 / total,
  };
}
