import { drawPage } from "./draw-page.ts";
import type { DrawingAnswer, DrawingRequest } from "./drawn-pdf.ts";
import { pageGraphics } from "./page-graphics.ts";
import { openInstance, type PdfiumInstance } from "./pdfium-instance.ts";

/** The program of the thread that runs PDFium for one PDF. */

let instance: PdfiumInstance | undefined;
let initialBytes = 0;

async function answer(request: DrawingRequest): Promise<DrawingAnswer> {
  if (request.kind === "open") {
    instance = await openInstance(request.bytes);
    initialBytes = instance?.memoryBytes ?? 0;
    return { grownBytes: 0 };
  }
  const opened = instance;
  if (!opened) return { grownBytes: 0 };
  const { library } = opened;
  const answered =
    request.kind === "graphics"
      ? { graphics: opened.onPage(request.page, (page) => pageGraphics(library, page)) }
      : {
          image: opened.onPage(request.page, (page) =>
            drawPage(library, page, request.dotsPerInch, request.maxPixels),
          ),
        };
  return { ...answered, grownBytes: opened.memoryBytes - initialBytes };
}

addEventListener("message", async ({ data }: MessageEvent<DrawingRequest>) => {
  const answered = await answer(data);
  postMessage(answered, answered.image ? [answered.image.pixels.buffer as ArrayBuffer] : []);
});
