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
import { FURTHER_STOP_WORDS } from "./further-stop-words.ts";
import type { Language } from "./language.ts";

const LISTS: Partial<Record<Language, readonly string[]>> = {
  ...{ ar, da, de, el, en, es, fi, fr, ga, hi, hu, hy, id, it, nb, nl, pt, ro, ru, sv, ta, tr },
};

const sets = new Map<Language, ReadonlySet<string>>();

/**
 * True for a stop word (function word) of the language.
 * @param word In NFKC and lower case, not folded: accents distinguish stop words, e.g. the French "été" from "ete".
 */
export function isStopWord(word: string, language: Language): boolean {
  let words = sets.get(language);
  if (!words) {
    const further = (FURTHER_STOP_WORDS[language] ?? "").split(" ");
    words = new Set([...(LISTS[language] ?? []), ...further].map((each) => each.normalize("NFKC")));
    sets.set(language, words);
  }
  return words.has(word);
}
