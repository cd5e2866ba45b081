import type { Worker } from "tesseract.js";
import { type GreyPicture, rotated, toPgm } from "./grey-picture.ts";
import { withLanguages } from "./languages.ts";
import { skewOf } from "./skew.ts";

/** Text that was read from a picture. */
export interface RecognizedParagraph {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Reads the text in pictures. */
export interface Recognizer {
  /**
   * The paragraphs of a picture, in reading order, however it is turned.
   * @param onAttempt Called before each reading; a picture that makes no sense is read several times.
   */
  recognize(picture: GreyPicture, onAttempt?: () => void): Promise<readonly RecognizedParagraph[]>;
}

interface Reading {
  readonly paragraphs: readonly RecognizedParagraph[];
  /** From 0 to 1, in the mean over all letters; 0 where there are none. */
  readonly confidence: number;
  /** How much was made out: letters, each counted by how sure it is. */
  readonly yield: number;
}

/** A picture that is read less surely may stand on its side or on its head. */
const DOUBTFUL = 0.6;
const TURNS = [90, 180, 270] as const;

/** Reads with Tesseract in languages such as `eng`; it starts with the first picture. */
export function createRecognizer(languages: readonly string[]): Recognizer {
  let worker: Promise<Worker> | undefined;

  const start = async () => {
    const { createWorker, OEM } = await import("tesseract.js");
    const made = await withLanguages(languages, (langPath) =>
      createWorker([...languages], OEM.LSTM_ONLY, {
        langPath,
        gzip: true,
        cacheMethod: "none",
        errorHandler: () => undefined,
      }),
    );
    await made.setParameters({ user_defined_dpi: "200" });
    return made;
  };

  async function read(picture: GreyPicture, layout: "page" | "block"): Promise<Reading> {
    const { PSM } = await import("tesseract.js");
    worker ??= start();
    const tesseract = await worker;
    await tesseract.setParameters({ tessedit_pageseg_mode: layout === "page" ? PSM.AUTO : PSM.SINGLE_BLOCK });
    const { data } = await tesseract.recognize(toPgm(picture), {}, { blocks: true, text: false });
    const paragraphs = (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.map(({ lines, confidence }) => ({
        text: lines.map(({ text }) => text.trim()).join("\n"),
        confidence: confidence / 100,
      })),
    );
    const letters = paragraphs.map(({ text }) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
    const total = letters.reduce((sum, count) => sum + count, 0);
    const sure = paragraphs.reduce((sum, { confidence }, at) => sum + confidence * (letters[at] ?? 0), 0);
    return {
      paragraphs,
      confidence: total === 0 ? 0 : sure / total,
      yield: total === 0 ? 0 : sure ** 2 / total,
    };
  }

  /** Reads a picture turned by some degrees and then set straight. */
  async function readTurned(picture: GreyPicture, turn: number): Promise<Reading> {
    const turned = turn === 0 ? picture : await rotated(picture, turn);
    const skew = await skewOf(turned);
    const straight = skew === 0 ? turned : await rotated(turned, skew);
    const reading = await read(straight, "page");
    // Where no layout is made out, everything may be one block.
    return reading.yield > 0 ? reading : read(straight, "block");
  }

  return {
    async recognize(picture, onAttempt = () => undefined) {
      let best: Reading | undefined;
      for (const turn of [0, ...TURNS]) {
        onAttempt();
        const reading = await readTurned(picture, turn);
        if (!best || reading.yield > best.yield) best = reading;
        if (best.confidence >= DOUBTFUL) break;
      }
      return best?.paragraphs ?? [];
    },
  };
}
