import { createParserRegistry } from "@quarry/parsers";
import { createPreparer, type Preparer } from "../../../server/src/ingest/prepare/preparer.ts";
import { readConfig } from "../../../server/src/platform/settings/config.ts";
import { writePdf } from "../../support/write-pdf.ts";
import { linesOf, sampleText } from "./sample-text.ts";
import { spread } from "./spread.ts";

const LINE_CHARS = 82;
const TEXT_PAGES = 300;
const TEXT_RUNS = 7;
const LINES_PER_PAGE = 46;
const PAGES_PER_CHAPTER = 4;

/** Measures how fast a single preparer process parses and chunks files. */
export async function benchReading(): Promise<void> {
  const lines = linesOf(sampleText(), LINE_CHARS);
  await withPreparer(async (preparer) => {
    const pdf = textPdf(TEXT_PAGES, lines);
    const rates: number[] = [];
    for (let run = 0; run <= TEXT_RUNS; run += 1) {
      const { seconds, chunks } = await timed(preparer, "text.pdf", pdf);
      if (run === 0) console.log(`text PDF, including process start: ${rate(TEXT_PAGES / seconds)} pages/s`);
      else rates.push(TEXT_PAGES / seconds);
      if (run === TEXT_RUNS)
        console.log(`text PDF with ${TEXT_PAGES} pages, ${chunks} chunks: ${spread(rates)} pages/s`);
    }
  });
}

const rate = (value: number) => value.toFixed(value < 10 ? 2 : 0);

async function withPreparer(task: (preparer: Preparer) => Promise<void>): Promise<void> {
  const { count: _, ...settings } = readConfig({ PATH: process.env.PATH ?? "" }).preparing;
  const preparer = createPreparer(createParserRegistry(), { ...settings, count: 1 }, { error() {} });
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
    chunking: null,
    size: bytes.length,
    open,
  });
  return { seconds: (performance.now() - start) / 1000, chunks: chunks.length };
}

function textPdf(pages: number, lines: Iterator<string>, linesPerPage = LINES_PER_PAGE): Uint8Array {
  return writePdf(
    Array.from({ length: pages }, (_, page) => ({
      lines: Array.from({ length: linesPerPage }, () => String(lines.next().value)),
      ...(page % PAGES_PER_CHAPTER === 0 ? { heading: `Chapter ${page / PAGES_PER_CHAPTER + 1}` } : {}),
    })),
  );
}
