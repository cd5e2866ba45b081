import type { Block, ParsedDocument } from "@quarry/core";

/** Smaller files say little by their size: a page of markup may hold one sentence. */
const MIN_BYTES = 100_000;
/** Fewer characters for so many bytes suggest that a file's text was not found. */
const BYTES_PER_CHARACTER = 2000;
const UNREADABLE_SHARE = 0.01;
/** Recognized text of a lower confidence has many wrong words. */
const LOW_CONFIDENCE = 0.6;
const MAX_LISTED_PAGES = 20;
/** Their size comes from pictures; the parsers of these types say which pages have no text. */
const PICTURES = /^(image\/|application\/pdf$)/;

/** Signs that a text is not what people read in the file. Each one is a warning for them. */
export function readingDoubts(
  { mimeType, text, blocks, warnings = [] }: ParsedDocument,
  fileBytes: number,
): string[] {
  const doubts: string[] = [];
  if (!PICTURES.test(mimeType) && fileBytes >= MIN_BYTES && text.length * BYTES_PER_CHARACTER < fileBytes)
    doubts.push(
      `Only ${count(text.length)} characters of text were found in ${count(fileBytes / 1000)} kB. Compare the text with the file: pictures, scripts and embedded files are not read.`,
    );
  // Parsers of text know which characters could not be decoded.
  const isTold = warnings.some((warning) => warning.includes("U+FFFD"));
  const unreadable = text.match(/\ufffd/g)?.length ?? 0;
  if (!isTold && unreadable > 0 && unreadable >= text.length * UNREADABLE_SHARE)
    doubts.push(
      `${count(unreadable)} of ${count(text.length)} characters could not be read; the text shows U+FFFD in their places.`,
    );
  const unsure = unsurePages(blocks);
  if (unsure.length > 0) {
    const more = unsure.length > MAX_LISTED_PAGES ? ` and ${unsure.length - MAX_LISTED_PAGES} more` : "";
    doubts.push(
      `The text in the image of page ${unsure.slice(0, MAX_LISTED_PAGES).join(", ")}${more} was recognized with low confidence. Words may be wrong or missing.`,
    );
  }
  return doubts;
}

/** The pages whose recognized text has a low confidence on average, weighted by length. */
function unsurePages(blocks: readonly Block[]): number[] {
  const pages = new Map<number, { chars: number; weighted: number }>();
  for (const { start, end, page = 1, ocr, confidence } of blocks) {
    if (!ocr || confidence === undefined) continue;
    const { chars, weighted } = pages.get(page) ?? { chars: 0, weighted: 0 };
    pages.set(page, { chars: chars + end - start, weighted: weighted + confidence * (end - start) });
  }
  return [...pages].flatMap(([page, { chars, weighted }]) =>
    weighted < LOW_CONFIDENCE * chars ? [page] : [],
  );
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}
