import type { PSM, Worker } from "tesseract.js";
import { withLanguages } from "./languages.ts";
import { toPgm } from "./pgm.ts";
import { OCR_DPI, SEGMENTATION, type TesseractEngine } from "./tesseract-engine.ts";

/** Creates an engine that runs Tesseract as WebAssembly. Each image that is read at the same time has its own thread. */
export function createBundledTesseract(languages: readonly string[]): TesseractEngine {
  const idle: Worker[] = [];
  return {
    async read(image, layout) {
      const worker = idle.pop() ?? (await startWorker(languages));
      await worker.setParameters({ tessedit_pageseg_mode: String(SEGMENTATION[layout]) as PSM });
      const { data } = await worker.recognize(toPgm(image), {}, { tsv: true, text: false });
      idle.push(worker);
      return data.tsv ?? "";
    },
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
  await worker.setParameters({ user_defined_dpi: String(OCR_DPI) });
  return worker;
}
