import type { Worker } from "tesseract.js";
import { withLanguages } from "./languages.ts";

/** Text that was read from a picture. */
export interface RecognizedParagraph {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Reads the text in pictures. */
export interface Recognizer {
  /** The paragraphs of a picture (PNG, JPEG, WebP), in reading order. */
  recognize(picture: Uint8Array): Promise<readonly RecognizedParagraph[]>;
  close(): Promise<void>;
}

/** Reads with Tesseract in languages such as `eng`; it starts with the first picture. */
export function createRecognizer(languages: readonly string[]): Recognizer {
  let worker: Promise<Worker> | undefined;

  const start = async () => {
    const { createWorker, OEM, PSM } = await import("tesseract.js");
    const made = await withLanguages(languages, (langPath) =>
      createWorker([...languages], OEM.LSTM_ONLY, {
        langPath,
        gzip: true,
        cacheMethod: "none",
        errorHandler: () => undefined,
      }),
    );
    await made.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: "200" });
    return made;
  };

  return {
    async recognize(picture) {
      worker ??= start();
      const { data } = await (await worker).recognize(
        Buffer.from(picture),
        { rotateAuto: true },
        { blocks: true, text: false },
      );
      return (data.blocks ?? []).flatMap(({ paragraphs }) =>
        paragraphs.map(({ lines, confidence }) => ({
          text: lines.map(({ text }) => text.trim()).join("\n"),
          confidence: confidence / 100,
        })),
      );
    },
    close: async () => {
      await (await worker)?.terminate();
    },
  };
}
