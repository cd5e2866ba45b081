import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { collectPageWarnings } from "../document/page-warnings.ts";
import { parseError } from "../document/parse-error.ts";
import type { Recognizer } from "../ocr/recognizer.ts";
import { writeRecognized } from "../ocr/write-recognized.ts";
import { openPdf, pageCountAndInfo, pdfTitle } from "./open-pdf.ts";
import { pageStyle, writePage } from "./page-blocks.ts";
import { type PageContent, readPage } from "./page-content.ts";
import { type DrawnPdf, openDrawnPdf } from "./pdfium.ts";
import { withoutRunningLines } from "./running-lines.ts";

const MAX_PAGES = 2000;
const OCR_DPI = 200;
/** Maximum size of a drawn page; more pixels do not improve OCR. */
const MAX_DRAWN_PIXELS = 16_000_000;
const NO_GRAPHICS = { coverage: 0, shapes: 0, hasHiddenText: false };

type OnProgress = ParseInput["onProgress"];

/** Parses a PDF. `recognizer` reads the pages whose text is in images. */
export async function parsePdf(
  { bytes, onProgress }: ParseInput,
  recognizer: Recognizer,
): Promise<ParsedDocument> {
  const pdf = openPdf(bytes);
  let opened: Promise<DrawnPdf | undefined> | undefined;
  // Most PDFs have no page to draw.
  const drawn = () => {
    opened ??= openDrawnPdf(bytes);
    return opened;
  };
  try {
    const { total, info } = await pageCountAndInfo(pdf);
    if (total > MAX_PAGES)
      throw parseError(
        `The PDF has ${total} pages; the limit is ${MAX_PAGES}.`,
        "Split it into several files.",
      );
    const graphicsOf = async (page: number) => (await drawn())?.graphics(page) ?? NO_GRAPHICS;
    const pages: PageContent[] = [];
    for (let number = 1; number <= total; number += 1) {
      pages.push(await readPage(pdf, number, graphicsOf));
      onProgress?.({ stage: "reading", pagesDone: number, pagesTotal: total });
    }
    const { text, warnings } = await writePages(await opened, pages, recognizer, onProgress);
    const title = pdfTitle(info);
    return text.finish("application/pdf", { ...(title ? { title } : {}), warnings });
  } finally {
    (await opened)?.close();
    await pdf.destroy();
  }
}

async function writePages(
  drawn: DrawnPdf | undefined,
  pages: readonly PageContent[],
  recognizer: Recognizer,
  onProgress: OnProgress,
): Promise<{ text: DocumentText; warnings: readonly string[] }> {
  const text = new DocumentText();
  const warnings = collectPageWarnings();
  const pageLines = withoutRunningLines(pages.map(({ lines }) => lines));
  const style = pageStyle(pageLines);
  const pagesTotal = pages.filter(({ isScan }) => isScan).length;
  let pagesDone = 0;
  for (const [at, { isScan }] of pages.entries()) {
    const page = at + 1;
    const lines = pageLines[at] ?? [];
    const before = text.length;
    text.place = { page };
    writePage(lines, style, text);
    if (isScan && drawn) {
      const progress = { stage: "recognizing", pagesDone, pagesTotal } as const;
      const image = drawn.draw(page, OCR_DPI, MAX_DRAWN_PIXELS);
      const paragraphs = await recognizer.recognize(image, () => onProgress?.(progress));
      writeRecognized(paragraphs, text, lines.map((line) => line.text).join(" "));
      pagesDone += 1;
    }
    if (text.length === before) warnings.blank(page);
  }
  return { text, warnings: warnings.all() };
}
