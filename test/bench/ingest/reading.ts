import { createParserRegistry } from "@quarry/parsers";
import { PDFParse } from "pdf-parse";
import sharp from "sharp";
import { readConfig } from "../../../server/src/config.ts";
import { createPreparer, type Preparer } from "../../../server/src/preparing/preparer.ts";
import { childrenCpuSeconds } from "./children-cpu.ts";
import { linesOf, sampleText } from "./sample-text.ts";
import { spread } from "./spread.ts";
import { type PagePicture, picturePdf, textPdf } from "./write-pdf.ts";

const LINE_CHARS = 82;
const TEXT_PAGES = 300;
const TEXT_RUNS = 7;
const SCAN_PAGES = 8;
const SCAN_RUNS = 3;
const SCAN_DPI = 200;
const POINTS_PER_INCH = 72;
/** Nobody lays paper straight. */
const SKEW_DEGREES = 0.6;

/** How fast files are read and cut into passages, by one process that does it. */
export async function benchReading(): Promise<void> {
  const lines = linesOf(sampleText(), LINE_CHARS);
  await withPreparer(async (preparer) => {
    const pdf = textPdf(TEXT_PAGES, lines);
    const rates: number[] = [];
    for (let run = 0; run <= TEXT_RUNS; run += 1) {
      const { seconds, chunks } = await timed(preparer, "text.pdf", pdf);
      if (run === 0)
        console.log(`text PDF, with the start of the process: ${rate(TEXT_PAGES / seconds)} pages/s`);
      else rates.push(TEXT_PAGES / seconds);
      if (run === TEXT_RUNS)
        console.log(`text PDF of ${TEXT_PAGES} pages, ${chunks} passages: ${spread(rates)} pages/s`);
    }
  });
  await withPreparer(async (preparer) => {
    const scan = await scannedPdf(textPdf(SCAN_PAGES, lines), SCAN_PAGES);
    // The first has the recognizer start.
    await timed(preparer, "scan.pdf", scan);
    const rates: number[] = [];
    const perCore: number[] = [];
    for (let run = 0; run < SCAN_RUNS; run += 1) {
      const before = childrenCpuSeconds();
      const { seconds } = await timed(preparer, "scan.pdf", scan);
      rates.push(SCAN_PAGES / seconds);
      perCore.push(SCAN_PAGES / (childrenCpuSeconds() - before));
    }
    console.log(
      `OCR at ${SCAN_DPI} dpi, a process: ${spread(rates)} pages/s; a core's second: ${spread(perCore)} pages`,
    );
  });
}

const rate = (value: number) => value.toFixed(value < 10 ? 2 : 0);

async function withPreparer(task: (preparer: Preparer) => Promise<void>): Promise<void> {
  const { count: _, ...settings } = readConfig({ PATH: process.env.PATH ?? "" }).preparing;
  const preparer = createPreparer(createParserRegistry(), { ...settings, count: 1 });
  try {
    await task(preparer);
  } finally {
    preparer.close();
  }
}

async function timed(preparer: Preparer, filename: string, bytes: Uint8Array) {
  const start = performance.now();
  const open = async () => new Blob([new Uint8Array(bytes)]).stream();
  const { chunks } = await preparer.prepare({
    filename,
    declaredMimeType: undefined,
    size: bytes.length,
    open,
  });
  return { seconds: (performance.now() - start) / 1000, chunks: chunks.length };
}

/** What a scanner would make of the printed pages. */
async function scannedPdf(pdf: Uint8Array, pages: number): Promise<Uint8Array> {
  const parser = new PDFParse({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    const scale = SCAN_DPI / POINTS_PER_INCH;
    const shots = await parser.getScreenshot({ first: pages, scale, imageDataUrl: false });
    const pictures: PagePicture[] = [];
    for (const { data } of shots.pages) {
      const { data: jpeg, info } = await sharp(data)
        .grayscale()
        .rotate(SKEW_DEGREES, { background: "white" })
        .jpeg({ quality: 70 })
        .toBuffer({ resolveWithObject: true });
      pictures.push({ jpeg, width: info.width, height: info.height });
    }
    return picturePdf(pictures);
  } finally {
    await parser.destroy();
  }
}
