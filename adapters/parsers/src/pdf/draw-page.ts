import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import type { GreyImage } from "../ocr/grey-image.ts";

const POINTS_PER_INCH = 72;
/** FPDFBitmap_Gray, FPDF_ANNOT, FPDF_GRAYSCALE and FPDF_RENDER_FORCEHALFTONE of fpdfview.h. */
const [GREY_BITMAP, WITH_ANNOTATIONS, IN_GREY, SMOOTH] = [1, 0x01, 0x08, 0x400];
const WHITE = 0xffffffff;

/** Draws a page with the given resolution or fewer pixels. */
export function drawPage(
  library: WrappedPdfiumModule,
  page: number,
  dotsPerInch: number,
  maxPixels: number,
): GreyImage {
  const [points, height] = [library.FPDF_GetPageWidthF(page), library.FPDF_GetPageHeightF(page)];
  const scale = Math.min(dotsPerInch / POINTS_PER_INCH, Math.sqrt(maxPixels / (points * height)));
  const size = {
    width: Math.max(1, Math.floor(points * scale)),
    height: Math.max(1, Math.floor(height * scale)),
  };
  return { ...size, pixels: greyPixels(library, page, size) };
}

function greyPixels(
  library: WrappedPdfiumModule,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const pixels = malloc(width * height);
  const bitmap = library.FPDFBitmap_CreateEx(width, height, GREY_BITMAP, pixels, width);
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = WITH_ANNOTATIONS | IN_GREY | SMOOTH;
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    return pdfium.HEAPU8.slice(pixels, pixels + width * height);
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
    free(pixels);
  }
}
