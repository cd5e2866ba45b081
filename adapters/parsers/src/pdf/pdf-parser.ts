import type { ParsedDocument, ParseInput } from "@quarry/core";
import type { PDFParse } from "pdf-parse";
import { DocumentText } from "../document/document-text.ts";
import { collectPageWarnings } from "../document/page-warnings.ts";
import { parseError } from "../document/parse-error.ts";
import type { Recognizer } from "../ocr/recognizer.ts";
import { writeRecognized } from "../ocr/write-recognized.ts";
import { openPdf, pageCountAndInfo, pdfTitle, renderForOcr } from "./open-pdf.ts";
import { pageStyle, writePage } from "./page-blocks.ts";
import { type PageContent, readPage } from "./page-content.ts";
import { withoutRunningLines } from "./running-lines.ts";

const MAX_PAGES = 2000;

type OnProgress = ParseInput["onProgress"];

/** Parses a PDF. `recognizer` reads the pages whose text is in images. */
export async function parsePdf(
  { bytes, onProgress }: ParseInput,
  recognizer: Recognizer,
): Promise<ParsedDocument> {
  const pdf = openPdf(bytes);
  try {
    const { total, info } = await pageCountAndInfo(pdf);
    if (total > MAX_PAGES)
      throw parseError(
        `The PDF has ${total} pages; the limit is ${MAX_PAGES}.`,
        "Split it into several files.",
      );
    const pages = await readPages(pdf, total, onProgress);
    const { text, warnings } = await writePages(pdf, pages, recognizer, onProgress);
    const title = pdfTitle(info);
    return text.finish("application/pdf", { ...(title ? { title } : {}), warnings });
  } finally {
    await pdf.destroy();
  }
}

async function readPages(pdf: PDFParse, total: number, onProgress: OnProgress): Promise<PageContent[]> {
  const pages: PageContent[] = [];
  for (let number = 1; number <= total; number += 1) {
    pages.push(await readPage(pdf, number));
    onProgress?.({ stage: "reading", pagesDone: number, pagesTotal: total });
  }
  return pages;
}

async function writePages(
  pdf: PDFParse,
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
    if (isScan) {
      const progress = { stage: "recognizing", pagesDone, pagesTotal } as const;
      const image = await renderForOcr(pdf, page);
      const paragraphs = await recognizer.recognize(image, () => onProgress?.(progress));
      writeRecognized(paragraphs, text, lines.map((line) => line.text).join(" "));
      pagesDone += 1;
    }
    if (text.length === before) warnings.blank(page);
  }
  return { text, warnings: warnings.all() };
}
