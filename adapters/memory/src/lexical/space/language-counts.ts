import { type Language, majorityLanguage } from "@quarry/core/internal";

/** Counts the chunks of each language. */
export interface LanguageCounts {
  /** Adds `change` chunks, which may be negative. */
  add(language: Language, change: number): void;
  /** Returns the language of most chunks; ties are resolved alphabetically. */
  majority(): Language;
}

/** Creates empty counts. */
export function createLanguageCounts(): LanguageCounts {
  const counts = new Map<Language, number>();
  return {
    add(language, change) {
      const count = (counts.get(language) ?? 0) + change;
      if (count > 0) counts.set(language, count);
      else counts.delete(language);
    },
    majority: () => majorityLanguage(counts),
  };
}
