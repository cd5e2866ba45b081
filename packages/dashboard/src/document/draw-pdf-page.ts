import type { PDFDocumentProxy } from "pdfjs-dist";

/** A page that is being drawn. */
export interface Drawing {
  /** Resolves when the page is drawn. */
  readonly done: Promise<void>;
  cancel(): void;
}

/** Draws a page of a PDF as wide as the canvas is shown. `data-page` of the canvas names the page when it is drawn. */
export function drawPdfPage(pdf: PDFDocumentProxy, page: number, canvas: HTMLCanvasElement): Drawing {
  let rendering: { cancel(): void; promise: Promise<void> } | undefined;
  let isOver = false;
  async function draw(): Promise<void> {
    const sheet = await pdf.getPage(page);
    if (isOver) return;
    delete canvas.dataset.page;
    const { width } = sheet.getViewport({ scale: 1 });
    const viewport = sheet.getViewport({ scale: (canvas.clientWidth * devicePixelRatio) / width });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    rendering = sheet.render({ canvas, viewport });
    await rendering.promise;
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
