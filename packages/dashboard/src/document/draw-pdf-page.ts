import type { PDFDocumentProxy } from "pdfjs-dist";

/** A page that is being drawn. */
export interface Drawing {
  /** Resolves when the page is drawn. */
  readonly done: Promise<void>;
  cancel(): void;
}

/** The size of a page, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a page of a PDF as wide as the canvas is shown. `data-page` of the canvas names the page when it is drawn.
 * @param onSize Gets the size of the page before it is drawn.
 */
export function drawPdfPage(
  pdf: PDFDocumentProxy,
  page: number,
  canvas: HTMLCanvasElement,
  onSize?: (size: PageSize) => void,
): Drawing {
  let rendering: { cancel(): void; promise: Promise<void> } | undefined;
  let isOver = false;
  async function draw(): Promise<void> {
    const sheet = await pdf.getPage(page);
    if (isOver) return;
    delete canvas.dataset.page;
    const { width, height } = sheet.getViewport({ scale: 1 });
    onSize?.({ width, height });
    const viewport = sheet.getViewport({ scale: (canvas.clientWidth * devicePixelRatio) / width });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    rendering = sheet.render({ canvas, viewport });
    await rendering.promise;
    // A reader may turn hundreds of pages, and each keeps its pictures until then.
    sheet.cleanup();
    canvas.dataset.page = String(page);
  }
  return {
    done: draw(),
    cancel() {
      isOver = true;
      rendering?.cancel();
    },
  };
}
