import type { Language } from "../../text/languages/language.ts";

/** Returns the most common language of a space's chunks, in which questions are analyzed; ties in alphabetical order. */
export function majorityLanguage(chunkCounts: Iterable<readonly [Language, number]>): Language {
  let best: Language = "en";
  let most = 0;
  for (const [language, count] of chunkCounts)
    if (count > most || (count === most && count > 0 && language < best)) [best, most] = [language, count];
  return best;
}
