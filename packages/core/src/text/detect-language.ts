import {
  ARABIC,
  CJK,
  CYRILLIC,
  characterClass,
  codeAt,
  GREEK,
  HEBREW,
  LATIN,
  MARK,
  NONE,
  OTHER,
  SOUTHEAST_ASIAN,
} from "./character-classes.ts";
import { FUNCTION_WORDS } from "./function-words.ts";
import type { Language } from "./language.ts";

const LOOKED_AT = 1000;
const LONGEST_FUNCTION_WORD = 10;
const KANA = /[\u3040-\u30ff]/g;
const PERSIAN = /[\u067e\u0686\u0698\u06af\u06a9\u06cc]/g;
const UKRAINIAN = /[іїєґ]/gi;
const VIETNAMESE = /[ơưđ\u1ea0-\u1ef9]/gi;
const HANGUL = /[\uac00-\ud7a3]/;

const wordLanguages = new Map<string, Language[]>();
for (const [language, words] of Object.entries(FUNCTION_WORDS) as [Language, string][])
  for (const word of new Set(words.split(" ")))
    wordLanguages.set(word, [...(wordLanguages.get(word) ?? []), language]);

/**
 * Guesses a text's language: by its commonest script, then by function words. A wrong guess costs little (ranking.md
 * §2: .001 to .015 nDCG), so the tables are small and only the first 1000 characters count. Latin text without a
 * known word is "en".
 */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, LOOKED_AT).normalize("NFKC").toLowerCase();
  const counts = new Uint32Array(SOUTHEAST_ASIAN + 1);
  for (let at = 0; at < sample.length; ) {
    const code = codeAt(sample, at);
    const found = characterClass(code);
    counts[found] = (counts[found] as number) + 1;
    at += code > 0xffff ? 2 : 1;
  }
  let script = LATIN;
  for (const other of [GREEK, CYRILLIC, HEBREW, ARABIC, OTHER, CJK, SOUTHEAST_ASIAN])
    if (countOf(counts, other) > countOf(counts, script)) script = other;
  const share = (letters: RegExp) => (sample.match(letters)?.length ?? 0) / Math.max(1, counts[script] ?? 0);
  switch (script) {
    case LATIN:
      return share(VIETNAMESE) > 0.05 ? "vi" : byFunctionWords(sample);
    case GREEK:
      return "el";
    case CYRILLIC:
      return share(UKRAINIAN) > 0.03 ? "uk" : "ru";
    case HEBREW:
      return "he";
    case ARABIC:
      return share(PERSIAN) > 0.05 ? "fa" : "ar";
    case CJK:
      return share(KANA) > 0.1 ? "ja" : "zh";
    case SOUTHEAST_ASIAN:
      return "th";
    default:
      return otherScript(sample);
  }
}

/** A Han or Kana character says about as much as two letters. */
function countOf(counts: Uint32Array, script: number): number {
  return (counts[script] as number) * (script === CJK ? 2 : 1);
}

function otherScript(sample: string): Language {
  if (HANGUL.test(sample)) return "ko";
  if (/\p{sc=Deva}/u.test(sample)) return "hi";
  if (/\p{sc=Taml}/u.test(sample)) return "ta";
  return /\p{sc=Armn}/u.test(sample) ? "hy" : "und";
}

function byFunctionWords(sample: string): Language {
  const votes = new Map<Language, number>();
  let start = 0;
  for (let at = 0; at <= sample.length; at++) {
    const found = at < sample.length ? characterClass(sample.charCodeAt(at)) : NONE;
    if (found === LATIN || found === MARK) continue;
    if (at > start && at - start <= LONGEST_FUNCTION_WORD)
      for (const language of wordLanguages.get(sample.slice(start, at)) ?? [])
        votes.set(language, (votes.get(language) ?? 0) + 1);
    start = at + 1;
  }
  let best: Language = "en";
  let most = votes.get("en") ?? 0;
  // Norwegian comes after Danish: words of both leave the choice to those that only one has.
  for (const [language, count] of votes)
    if (count > most) {
      best = language;
      most = count;
    }
  return best;
}
