import type { GreyImage } from "../ocr/grey-image.ts";
import type { PageGraphics } from "./page-graphics.ts";

/**
 * A PDF as PDFium sees it. PDFium scales images while it decodes them, in a fraction of the memory that pdf.js needs for
 * the pages of a scanner; pdf.js reads text better.
 */
export interface DrawnPdf {
  graphics(pageNumber: number): Promise<PageGraphics>;
  /** Draws a page in greyscale, with the given resolution or fewer pixels. A page that cannot be drawn is one white pixel. */
  draw(pageNumber: number, dotsPerInch: number, maxPixels: number): Promise<GreyImage>;
  close(): void;
}

/** A request to the thread that runs PDFium: to open a PDF, to measure a page, or to draw it. */
export type DrawingRequest =
  | { readonly kind: "open"; readonly bytes: Uint8Array }
  | { readonly kind: "graphics"; readonly page: number }
  | {
      readonly kind: "draw";
      readonly page: number;
      readonly dotsPerInch: number;
      readonly maxPixels: number;
    };

/** The thread's answer. Values are missing if PDFium cannot read the PDF or the page. */
export interface DrawingAnswer {
  readonly graphics?: PageGraphics | undefined;
  readonly image?: GreyImage | undefined;
  /** By how much PDFium's memory has grown since it opened the PDF. It never shrinks. */
  readonly grownBytes: number;
}

const NO_GRAPHICS: PageGraphics = { coverage: 0, shapes: 0, hasHiddenText: false };
const BLANK: GreyImage = { pixels: Uint8Array.of(255), width: 1, height: 1 };
/** A thread that grew by more is replaced: memory of WebAssembly is free only when its thread has ended. */
const MAX_GROWTH_BYTES = 32_000_000;

/** Opens a PDF with the first call. */
export function createDrawnPdf(bytes: Uint8Array): DrawnPdf {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function answer(request: DrawingRequest): Promise<DrawingAnswer> {
    if (!thread) {
      // What pdf.js left behind makes room for the thread.
      Bun.gc(true);
      thread = new Worker(new URL("./drawing-thread.ts", import.meta.url), { smol: true });
      await ask(thread, { kind: "open", bytes });
    }
    const answered = await ask(thread, request);
    if (answered.grownBytes > MAX_GROWTH_BYTES) await end();
    return answered;
  }

  async function end(): Promise<void> {
    if (!thread) return;
    const ended = new Promise((resolve) => thread?.addEventListener("close", resolve));
    thread.terminate();
    thread = undefined;
    await ended;
  }

  /** One call after the other. */
  function inTurn(request: DrawingRequest): Promise<DrawingAnswer> {
    const result = last.then(() => answer(request));
    last = result.catch(() => undefined);
    return result;
  }

  return {
    graphics: async (page) => (await inTurn({ kind: "graphics", page })).graphics ?? NO_GRAPHICS,
    draw: async (page, dotsPerInch, maxPixels) =>
      (await inTurn({ kind: "draw", page, dotsPerInch, maxPixels })).image ?? BLANK,
    close: () => thread?.terminate(),
  };
}

function ask(thread: Worker, request: DrawingRequest): Promise<DrawingAnswer> {
  return new Promise((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<DrawingAnswer>) => resolve(data);
    thread.onerror = ({ message }) => reject(new Error(message));
    thread.postMessage(request);
  });
}
