import { expect, test } from "bun:test";
import { createParserRegistry, type OcrMode } from "@quarry/parsers";
import { scanPages } from "../../support/scan-pages.ts";
import { writePdf } from "../../support/write-pdf.ts";

const PRINTED = Array.from({ length: 14 }, () => "Atlantic puffins nest in burrows on grassy cliffs.");
const SCANNED = ["The lighthouse keeper trimmed the lamp at dusk and wrote the weather"];

/** A page of text, and a scan. */
async function mixedPdf(): Promise<Uint8Array> {
  const [picture] = await scanPages(writePdf([{ lines: SCANNED }]), 200);
  if (!picture) throw new Error("the scan returned no picture");
  return writePdf([{ lines: PRINTED }, { picture }]);
}

test("OCR is off, automatic, or reads each page; progress never goes back", async () => {
  const bytes = await mixedPdf();
  const parse = async (mode: OcrMode) => {
    const recognizing: [number, number][] = [];
    const parsed = await createParserRegistry({ ocr: { mode } }).parse({
      ...{ bytes, filename: "mixed.pdf" },
      onProgress: (progress) => {
        if (progress.stage === "recognizing") recognizing.push([progress.pagesDone, progress.pagesTotal]);
      },
    });
    return { ...parsed, recognizing };
  };
  const off = await parse("off");
  expect(off.text).not.toContain("lighthouse");
  expect(off.warnings).toEqual([
    "No text could be read on page 2.",
    expect.stringContaining("QUARRY_OCR=off"),
  ]);
  expect(off.recognizing).toEqual([]);

  const auto = await parse("auto");
  expect(auto.text).toContain("lighthouse keeper");
  expect(auto.warnings).toBeUndefined();
  expect(auto.recognizing.at(-1)).toEqual([1, 1]);

  const always = await parse("always");
  // What is printed and recognized is written once.
  expect(always.text.match(/Atlantic/g)).toHaveLength(PRINTED.length);
  expect(always.recognizing.at(-1)).toEqual([2, 2]);
  expect(always.recognizing.map(([done]) => done)).toEqual(always.recognizing.map(([done]) => done).sort());
}, 120_000);
