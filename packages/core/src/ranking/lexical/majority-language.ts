import type { Language } from "../../text/languages/language.ts";

/** The language of most of a space's chunks, by which its questions are read; the alphabet decides between equals. */
export function majorityLanguage(chunkCounts: Iterable<readonly [Language, number]>): Language {
  let best: Language = "en";
  let most = 0;
  for (const [language, count] of chunkCounts)
    if (count > most || (count === most && count > 0 && language < best)) [best, most] = [language, count];
  return best;
}
