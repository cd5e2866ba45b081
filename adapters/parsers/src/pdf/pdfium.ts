import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { GreyImage } from "../ocr/grey-image.ts";
import { type PageGraphics, pageGraphics } from "./page-graphics.ts";

/**
 * A PDF as PDFium sees it. PDFium scales images while it decodes them, in a fraction of the memory that pdf.js needs for
 * the pages of a scanner; pdf.js reads text better.
 */
export interface DrawnPdf {
  graphics(pageNumber: number): PageGraphics;
  /** Draws a page in greyscale, with the given resolution or fewer pixels. */
  draw(pageNumber: number, dotsPerInch: number, maxPixels: number): GreyImage;
  close(): void;
}

const POINTS_PER_INCH = 72;
/** FPDFBitmap_BGRx, FPDF_ANNOT, FPDF_GRAYSCALE and FPDF_RENDER_FORCEHALFTONE of fpdfview.h. */
const [COLOUR_BITMAP, WITH_ANNOTATIONS, IN_GREY, SMOOTH] = [3, 0x01, 0x08, 0x400];
const BYTES_PER_PIXEL = 4;
const WHITE = 0xffffffff;

type Imports = Parameters<typeof WebAssembly.instantiate>[1];

let compiled: Promise<WebAssembly.Module> | undefined;

/** Opens a PDF; undefined if PDFium cannot. Each PDF has its own instance: memory of WebAssembly never shrinks. */
export async function openDrawnPdf(bytes: Uint8Array): Promise<DrawnPdf | undefined> {
  const library = await instantiate();
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  library.PDFiumExt_Init();
  const file = malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, file);
  const document = library.FPDF_LoadMemDocument(file, bytes.length, "");
  if (document === 0) return undefined;

  function onPage<Result>(pageNumber: number, use: (page: number) => Result): Result | undefined {
    const page = library.FPDF_LoadPage(document, pageNumber - 1);
    if (page === 0) return undefined;
    try {
      return use(page);
    } finally {
      library.FPDF_ClosePage(page);
    }
  }

  return {
    graphics: (pageNumber) =>
      onPage(pageNumber, (page) => pageGraphics(library, page)) ?? {
        coverage: 0,
        shapes: 0,
        hasHiddenText: false,
      },
    draw(pageNumber, dotsPerInch, maxPixels) {
      const drawn = onPage(pageNumber, (page) => {
        const [points, height] = [library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page)];
        const scale = Math.min(dotsPerInch / POINTS_PER_INCH, Math.sqrt(maxPixels / (points * height)));
        const size = {
          width: Math.max(1, Math.floor(points * scale)),
          height: Math.max(1, Math.floor(height * scale)),
        };
        return { ...size, pixels: drawPage(library, page, size) };
      });
      return drawn ?? { pixels: Uint8Array.of(255), width: 1, height: 1 };
    },
    close() {
      library.FPDF_CloseDocument(document);
      free(file);
    },
  };
}

async function instantiate(): Promise<WrappedPdfiumModule> {
  compiled ??= Bun.file(new URL(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm")))
    .arrayBuffer()
    .then((wasm) => WebAssembly.compile(wasm));
  const module = await compiled;
  return init({
    instantiateWasm: (imports: Imports, onReady: (instance: WebAssembly.Instance) => void) => {
      void WebAssembly.instantiate(module, imports).then(onReady);
      return {};
    },
  });
}

/** Draws in colours of equal parts and keeps one of them. */
function drawPage(
  library: WrappedPdfiumModule,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const rowBytes = width * BYTES_PER_PIXEL;
  const colours = malloc(rowBytes * height);
  const bitmap = library.FPDFBitmap_CreateEx(width, height, COLOUR_BITMAP, colours, rowBytes);
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = WITH_ANNOTATIONS | IN_GREY | SMOOTH;
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    const memory = pdfium.HEAPU8;
    const pixels = new Uint8Array(width * height);
    for (let at = 0; at < pixels.length; at += 1)
      pixels[at] = memory[colours + at * BYTES_PER_PIXEL] as number;
    return pixels;
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
    free(colours);
  }
}
