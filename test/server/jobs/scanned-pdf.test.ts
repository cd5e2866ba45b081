import { expect, test } from "bun:test";
import { createParserRegistry } from "@quarry/parsers";
import { createPreparer } from "../../../server/src/ingest/prepare/preparer.ts";
import { scanPages } from "../../support/scan-pages.ts";
import { writePdf } from "../../support/write-pdf.ts";

const LINES = [
  "The lighthouse keeper trimmed the lamp at dusk and wrote the weather",
  "into his log. On clear nights the beam could be seen from thirty",
  "miles away, and ships steered by it until the harbour came in sight.",
];

test("a page that was scanned at 600 dpi is read within 330 MB, with its text", async () => {
  const [picture] = await scanPages(writePdf([{ heading: "Lighthouses", lines: LINES }]), 600);
  if (!picture) throw new Error("the scan returned no picture");
  const pdf = writePdf([{ picture }]);
  const preparer = createPreparer(
    createParserRegistry(),
    {
      ...{ count: 1, ocr: {}, stallMs: 60_000, timeoutMs: 120_000 },
      ...{ maxMemoryBytes: 330_000_000, environment: { PATH: process.env.PATH ?? "" } },
    },
    { error: () => {} },
  );
  try {
    const { text } = await preparer.prepare({
      ...{ filename: "scan.pdf", declaredMimeType: undefined, chunking: null, size: pdf.length },
      open: async () => new Blob([new Uint8Array(pdf)]).stream(),
    });
    expect(text.replace(/\s+/g, " ")).toContain("ships steered by it until the harbour came in sight");
  } finally {
    preparer.close();
  }
}, 180_000);
