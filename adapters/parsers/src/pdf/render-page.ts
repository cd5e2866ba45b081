import type { PDFPageProxy } from "pdfjs-dist";
import sharp from "sharp";
import { type GreyImage, toGrey } from "../ocr/grey-image.ts";

type RenderParameters = Parameters<PDFPageProxy["render"]>[0];

/** A canvas of pdf.js. */
interface Drawing {
  readonly canvas: RenderParameters["canvas"];
  readonly context: RenderParameters["canvasContext"] & {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

/** The used part of pdf.js' canvas factory, which the library types as `Object`. */
interface CanvasFactory {
  create(width: number, height: number): Drawing;
  destroy(drawing: Drawing): void;
}

/** Renders a page in greyscale. At scale 1, a pixel is a point. */
export async function renderPage(
  page: PDFPageProxy,
  scale: number,
  canvasFactory: object,
): Promise<GreyImage> {
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
  const factory = canvasFactory as CanvasFactory;
  const drawing = factory.create(width, height);
  try {
    const { canvas, context: canvasContext } = drawing;
    await page.render({ canvas, canvasContext, viewport }).promise;
    const { data } = canvasContext.getImageData(0, 0, width, height);
    return await toGrey(
      sharp(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), {
        raw: { width, height, channels: 4 },
      }),
    );
  } finally {
    factory.destroy(drawing);
  }
}
