import type { LexicalEntry } from "../ports/lexical-index.ts";
import { detectLanguage } from "../text/detect-language.ts";
import type { Language } from "../text/language.ts";

const DETECTED_ENTRIES = 10;

/** The language that all chunks of a document are analyzed in, told from its first ten. */
export function documentLanguage(entries: readonly Pick<LexicalEntry, "text" | "context">[]): Language {
  const sample = entries.slice(0, DETECTED_ENTRIES);
  return detectLanguage(sample.map(({ text, context }) => `${text}\n${context}`).join("\n"));
}

/** The language of most of a space's chunks, by which its questions are read; the alphabet decides between equals. */
export function majorityLanguage(chunkCounts: Iterable<readonly [Language, number]>): Language {
  let best: Language = "en";
  let most = 0;
  for (const [language, count] of chunkCounts)
    if (count > most || (count === most && count > 0 && language < best)) [best, most] = [language, count];
  return best;
}
