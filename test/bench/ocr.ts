import { cpus } from "node:os";
import { createParserRegistry } from "@quarry/parsers";
import { createPreparer } from "../../server/src/ingest/prepare/preparer.ts";
import { readConfig } from "../../server/src/platform/settings/config.ts";
import { scanPages } from "../support/scan-pages.ts";
import { writePdf } from "../support/write-pdf.ts";
import { linesOf, sampleText } from "./ingest/sample-text.ts";
import { processTree } from "./process-tree.ts";

const LINE_CHARS = 82;
/** A typewritten page of 1,800 characters, and a page full of small print. */
const KINDS = [
  { name: "page of 1,800 characters", lines: 21 },
  { name: "page of 3,800 characters", lines: 46 },
];
const SCAN_DPI = 200;
const FINE_DPI = 600;

/** The engines, by the PATH of the process that reads files. */
const ENGINES = [
  { name: "installed tesseract", path: process.env.PATH ?? "" },
  { name: "bundled (WebAssembly)", path: "/nonexistent" },
];

/**
 * Measures OCR with the installed and the bundled Tesseract: pages of one document per second, per second of processor,
 * and the memory of the process that reads files with the programs that it runs.
 */
export async function benchOcr(pages: number): Promise<void> {
  if (Bun.which("tesseract") === null)
    console.log("tesseract is not installed; both engines are the bundled one.");
  const lines = linesOf(sampleText(), LINE_CHARS);
  const textPdf = (count: number, perPage: number) =>
    writePdf(
      Array.from({ length: count }, () => ({
        lines: Array.from({ length: perPage }, () => String(lines.next().value)),
      })),
    );
  const scan = async (pdf: Uint8Array, dpi: number) =>
    writePdf((await scanPages(pdf, dpi)).map((picture) => ({ picture })));
  const [cores, full] = [cpus().length, KINDS.at(-1)?.lines ?? 0];
  for (const { name, lines: perPage } of KINDS) {
    const pdf = await scan(textPdf(pages, perPage), SCAN_DPI);
    const first = await scan(textPdf(1, perPage), SCAN_DPI);
    for (const engine of ENGINES)
      for (const parallel of new Set([1, cores])) {
        const { seconds, processorSeconds, peakBytes } = await measure(pdf, engine.path, parallel, first);
        console.log(
          `${name}, ${engine.name}, ${parallel} at a time: ${(pages / seconds).toFixed(2)} pages/s, ` +
            `${(pages / processorSeconds).toFixed(2)} per second of processor, peak ${megabytes(peakBytes)}`,
        );
      }
  }
  const fine = await scan(textPdf(1, full), FINE_DPI);
  for (const { name, path } of ENGINES) {
    const { seconds, peakBytes } = await measure(fine, path, 1);
    console.log(`a page at ${FINE_DPI} dpi, ${name}: ${seconds.toFixed(1)} s, peak ${megabytes(peakBytes)}`);
  }
}

/** @param first Read before, so that the time does not contain the start of the engine. */
async function measure(pdf: Uint8Array, path: string, parallel: number, first?: Uint8Array) {
  const { count: _, ...settings } = readConfig({}).preparing;
  const preparer = createPreparer(
    createParserRegistry(),
    { ...settings, count: 1, ocr: { parallel }, environment: { PATH: path }, maxMemoryBytes: 2 ** 33 },
    { error() {} },
  );
  const read = (bytes: Uint8Array) =>
    preparer.prepare({
      filename: "scan.pdf",
      declaredMimeType: undefined,
      chunking: null,
      size: bytes.length,
      open: async () => new Blob([new Uint8Array(bytes)]).stream(),
    });
  try {
    if (first) await read(first);
    const usage = processTree(process.pid);
    const start = performance.now();
    await read(pdf).finally(usage.stop);
    return { seconds: (performance.now() - start) / 1000, ...usage.stop() };
  } finally {
    preparer.close();
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
