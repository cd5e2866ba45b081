import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { collectPageWarnings } from "../document/page-warnings.ts";
import { parseError } from "../document/parse-error.ts";
import { readAhead } from "../ocr/read-ahead.ts";
import type { Recognizer } from "../ocr/recognizer.ts";
import { OCR_DPI } from "../ocr/tesseract-engine.ts";
import { type RecognizedPage, writeRecognized } from "../ocr/write-recognized.ts";
import { createDrawnPdf, type DrawnPdf } from "./drawn-pdf.ts";
import { openPdf, pageCountAndInfo, pdfTitle } from "./open-pdf.ts";
import { pageStyle, writePage } from "./page-blocks.ts";
import { type PageContent, readPage } from "./page-content.ts";
import { createPageFonts } from "./page-fonts.ts";
import { withoutRunningLines } from "./running-lines.ts";

const MAX_PAGES = 2000;
/** Maximum size of a drawn page; more pixels do not improve OCR. */
const MAX_DRAWN_PIXELS = 9_000_000;
const OCR_IS_OFF =
  "Text in images was not read, because this service does not recognize text in images (QUARRY_OCR=off).";

type OnProgress = ParseInput["onProgress"];

/** Parses a PDF. `recognizer` reads the pages whose text is in images. */
export async function parsePdf(
  { bytes, onProgress }: ParseInput,
  recognizer: Recognizer,
): Promise<ParsedDocument> {
  const pdf = openPdf(bytes);
  const drawn = createDrawnPdf(bytes);
  try {
    const { total, info } = await pageCountAndInfo(pdf);
    if (total > MAX_PAGES)
      throw parseError(
        `The PDF has ${total} pages; the limit is ${MAX_PAGES}.`,
        "Split it into several files.",
      );
    const fonts = createPageFonts(bytes);
    const pages: PageContent[] = [];
    for (let number = 1; number <= total; number += 1) {
      const page = await readPage(pdf, number, fonts, drawn.graphics);
      pages.push(recognizer.mode === "always" ? { ...page, isScan: true, hasPictures: false } : page);
      onProgress?.({ stage: "reading", pagesDone: number, pagesTotal: total });
    }
    const { text, warnings } = await writePages(drawn, pages, recognizer, onProgress);
    const title = pdfTitle(info);
    return text.finish("application/pdf", { ...(title ? { title } : {}), warnings });
  } finally {
    drawn.close();
    await pdf.destroy();
  }
}

async function writePages(
  drawn: DrawnPdf,
  pages: readonly PageContent[],
  recognizer: Recognizer,
  onProgress: OnProgress,
): Promise<{ text: DocumentText; warnings: readonly string[] }> {
  const text = new DocumentText();
  const warnings = collectPageWarnings();
  const pageLines = withoutRunningLines(pages.map(({ lines }) => lines));
  const style = pageStyle(pageLines);
  const scans = pages.flatMap(({ isScan }, at) => (isScan ? [at + 1] : []));
  let pagesDone = 0;
  const report = () => onProgress?.({ stage: "recognizing", pagesDone, pagesTotal: scans.length });
  const readings =
    recognizer.mode !== "off" &&
    readAhead(scans, recognizer.parallel, async (page): Promise<RecognizedPage> => {
      const image = await drawn.draw(page, OCR_DPI, MAX_DRAWN_PIXELS);
      const paragraphs = await recognizer.recognize(image, report);
      return { paragraphs, pixelSize: (pages[page - 1]?.width ?? 0) / image.width };
    });
  for (const [at, { isScan, hasPictures, ...size }] of pages.entries()) {
    const page = at + 1;
    const lines = pageLines[at] ?? [];
    const before = text.length;
    text.startPage(page, size);
    writePage(lines, style, text);
    if (isScan && readings) {
      const { value: read } = await readings.next();
      const known = lines.map((line) => line.text).join(" ");
      if (read && writeRecognized(read, text, known)) warnings.illegible(page);
      pagesDone += 1;
      report();
    }
    if (text.length === before) warnings.blank(page);
    else if (hasPictures) warnings.pictures(page);
  }
  const isLeftOut = recognizer.mode === "off" && scans.length > 0;
  return { text, warnings: [...warnings.all(), ...(isLeftOut ? [OCR_IS_OFF] : [])] };
}
