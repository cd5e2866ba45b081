import { fileURLToPath } from "node:url";
import type { ParsedDocument, ParseInput } from "@quarry/core";
import { PDFParse } from "pdf-parse";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { DocumentText } from "../document-text.ts";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import type { Recognizer } from "../ocr/recognizer.ts";
import { writeRecognized } from "../ocr/write-recognized.ts";
import { warningsOfPages } from "../page-warnings.ts";
import { refusal } from "../refusal.ts";
import { pageStyle, writePage } from "./page-blocks.ts";
import { pagePictures } from "./page-pictures.ts";
import { renderPage } from "./render-page.ts";
import { withoutRunningLines } from "./running-lines.ts";
import { type Line, type TextItem, textLines } from "./text-lines.ts";

const MAX_PAGES = 2000;
/** A page with at least so many letters has its text with it. */
const TEXT_LETTERS = 400;
/** With fewer, and so much of the page covered by images, the text is in the images. */
const SCAN_COVERAGE = 0.4;
/** With hardly any, any image may hold the text, and so many shapes may be letters. */
const FEW_LETTERS = 20;
const SOME_COVERAGE = 0.01;
const DRAWN_SHAPES = 50;
const SCAN_DPI = 200;
const POINTS_PER_INCH = 72;
/** Of the picture of a page: larger ones would show no more. */
const MAX_PIXELS = 16_000_000;

const dist = (folder: string) =>
  fileURLToPath(new URL(`${folder}/`, import.meta.resolve("pdfjs-dist/package.json")));

/** Reads a PDF; pages whose text is in pictures go to `recognizer`. */
export async function parsePdf(
  { bytes, onProgress }: ParseInput,
  recognizer: Recognizer,
): Promise<ParsedDocument> {
  const parser = new PDFParse({
    data: new Uint8Array(bytes),
    cMapUrl: dist("cmaps"),
    cMapPacked: true,
    standardFontDataUrl: dist("standard_fonts"),
    wasmUrl: dist("wasm"),
    isEvalSupported: false,
    maxImageSize: 100_000_000,
    verbosity: 0,
  });
  try {
    const { total, info } = await parser.getInfo().catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (total > MAX_PAGES)
      throw refusal(`The PDF has ${total} pages; the limit is ${MAX_PAGES}.`, "Split it into several files.");
    const pages: Page[] = [];
    for (let number = 1; number <= total; number += 1) {
      pages.push(await readPage(parser, number));
      onProgress?.({ stage: "reading", pagesDone: number, pagesTotal: total });
    }
    const text = new DocumentText();
    const scanned = pages.filter(({ isScan }) => isScan).length;
    const warnings = warningsOfPages();
    const clean = withoutRunningLines(pages.map(({ lines }) => lines));
    const style = pageStyle(clean);
    let done = 0;
    for (const [at, { isScan }] of pages.entries()) {
      const page = at + 1;
      const before = text.length;
      text.place = { page };
      writePage(clean[at] ?? [], style, text);
      if (isScan) {
        const pagesDone = done;
        const onAttempt = () => onProgress?.({ stage: "recognizing", pagesDone, pagesTotal: scanned });
        const known = (clean[at] ?? []).map((line) => line.text).join(" ");
        const picture = await pictureOf(parser, page);
        writeRecognized(await recognizer.recognize(picture, onAttempt), text, known);
        done += 1;
      }
      if (text.length === before) warnings.blank(page);
    }
    const title = titleOf(info);
    return text.finish("application/pdf", { ...(title ? { title } : {}), warnings: warnings.all() });
  } finally {
    await parser.destroy();
  }
}

interface Page {
  readonly lines: readonly Line[];
  readonly isScan: boolean;
}

async function readPage(parser: PDFParse, number: number): Promise<Page> {
  const page = await documentOf(parser).getPage(number);
  try {
    const { width, height, transform } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const lines = textLines(
      items.filter((item): item is TextItem & typeof item => "str" in item),
      transform as number[],
    );
    const letters = lettersOf(lines);
    if (letters >= TEXT_LETTERS) return { lines, isScan: false };
    const { coverage, shapes, hasHiddenText } = pagePictures(await page.getOperatorList(), width * height);
    const isScan =
      letters < FEW_LETTERS
        ? coverage > SOME_COVERAGE || shapes >= DRAWN_SHAPES
        : coverage >= SCAN_COVERAGE && !hasHiddenText;
    return { lines, isScan };
  } finally {
    page.cleanup();
  }
}

function lettersOf(lines: readonly Line[]): number {
  let letters = 0;
  for (const { text } of lines) letters += text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters;
}

/** The library keeps it to itself; it knows where on the page a text stands, which getText() does not say. */
function documentOf(parser: PDFParse): PDFDocumentProxy {
  // biome-ignore lint/complexity/useLiteralKeys: it is private, which only this spelling allows.
  return parser["doc"];
}

/** A page as large as recognizing needs it. */
async function pictureOf(parser: PDFParse, number: number): Promise<GreyPicture> {
  const document = documentOf(parser);
  const page = await document.getPage(number);
  try {
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = Math.min(SCAN_DPI / POINTS_PER_INCH, Math.sqrt(MAX_PIXELS / (width * height)));
    return await renderPage(page, scale, document.canvasFactory);
  } finally {
    page.cleanup();
  }
}

/** What programs put there by themselves is no title. */
function titleOf(info: unknown): string | undefined {
  const title = typeof info === "object" && info !== null && "Title" in info ? info.Title : undefined;
  if (typeof title !== "string") return undefined;
  return /^\s*$|^untitled|\.(?:docx?|pptx?|xlsx?|pdf|tex|dvi|indd|qxd)$/i.test(title)
    ? undefined
    : title.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, "");
}

function refusalOf(error: unknown): Error {
  if (error instanceof Error && error.name === "PasswordException")
    return refusal("The PDF is protected by a password.", "Remove the password and send it again.");
  return refusal(
    "The PDF is damaged and cannot be opened.",
    "Save it anew, or print it to a new PDF, and send that.",
  );
}
