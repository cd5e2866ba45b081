import { words } from "./words.ts";

const SENTENCE_WORDS = 12;
const PARAGRAPH_SENTENCES = 6;

/** Yields a text of paragraphs in UTF-8, piece by piece, of at least `sizeBytes` bytes. */
export function* largeText(sizeBytes: number): Generator<Uint8Array> {
  const source = words(2);
  const take = (count: number) => Array.from({ length: count }, () => source.next().value);
  for (let size = 0, paragraph = 1; size < sizeBytes; paragraph += 1) {
    const sentences = Array.from({ length: PARAGRAPH_SENTENCES }, () => `${take(SENTENCE_WORDS).join(" ")}.`);
    const bytes = Buffer.from(`Paragraph p${paragraph}: ${sentences.join(" ")}\n\n`);
    size += bytes.length;
    yield bytes;
  }
}
