import { stopwords as ar } from "@orama/stopwords/arabic";
import { stopwords as hy } from "@orama/stopwords/armenian";
import { stopwords as da } from "@orama/stopwords/danish";
import { stopwords as nl } from "@orama/stopwords/dutch";
import { stopwords as en } from "@orama/stopwords/english";
import { stopwords as fi } from "@orama/stopwords/finnish";
import { stopwords as fr } from "@orama/stopwords/french";
import { stopwords as de } from "@orama/stopwords/german";
import { stopwords as el } from "@orama/stopwords/greek";
import { stopwords as hu } from "@orama/stopwords/hungarian";
import { stopwords as hi } from "@orama/stopwords/indian";
import { stopwords as id } from "@orama/stopwords/indonesian";
import { stopwords as ga } from "@orama/stopwords/irish";
import { stopwords as it } from "@orama/stopwords/italian";
import { stopwords as nb } from "@orama/stopwords/norwegian";
import { stopwords as pt } from "@orama/stopwords/portuguese";
import { stopwords as ro } from "@orama/stopwords/romanian";
import { stopwords as ru } from "@orama/stopwords/russian";
import { stopwords as es } from "@orama/stopwords/spanish";
import { stopwords as sv } from "@orama/stopwords/swedish";
import { stopwords as ta } from "@orama/stopwords/tamil";
import { stopwords as tr } from "@orama/stopwords/turkish";
import { fold, isFolded } from "./folding.ts";
import { type Language, scriptOf } from "./language.ts";

const LISTS: Partial<Record<Language, readonly string[]>> = {
  ...{ ar, da, de, el, en, es, fi, fr, ga, hi, hu, hy, id, it, nb, nl, pt, ro, ru, sv, ta, tr },
};

const sets = new Map<Language, ReadonlySet<string>>();

/**
 * Tells which words of a question are function words of its language, in upper or lower case, with or without accents:
 * they say little of what is asked for. Of a language without a list none are.
 */
export function isStopWord(word: string, language: Language): boolean {
  let words = sets.get(language);
  if (!words) {
    words = new Set((LISTS[language] ?? []).map((listed) => normalized(listed, language)));
    sets.set(language, words);
  }
  return words.has(normalized(word, language));
}

function normalized(word: string, language: Language): string {
  const lower = word.normalize("NFKC").toLowerCase().replaceAll("\u2019", "'");
  return isFolded(scriptOf(language)) ? fold(lower) : lower;
}
