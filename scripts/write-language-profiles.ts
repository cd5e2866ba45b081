/** Writes the language detector's profiles from the package `eld`. After an update of that package, run it and `bun run format`. */
import { join } from "node:path";

const CORE = join(import.meta.dir, "../packages/core");
const FILE = join(CORE, "src/text/languages/detector/profiles.ts");
/** First character of the bytes: letters that words do not have, so that a search for words finds no n-gram. */
const FIRST_BYTE = 0x100;
/** First character of the weights in the packed profiles: `detector/profile-table.ts` reads them. */
const FIRST_WEIGHT = 0x4000;

interface Profiles {
  readonly languages: Readonly<Record<string, string>>;
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

// The package does not export these files.
const source = join(CORE, "node_modules/eld/src");
const { ngramsData } = (await import(join(source, "ngrams/extrasmall.js"))) as { ngramsData: Profiles };
const { avgScore } = (await import(join(source, "avgScore.js"))) as { avgScore: Record<string, number> };
const { dictionary } = (await import(join(source, "dictionary.js"))) as { dictionary: string[] };

let packed = "";
for (const [ngram, scores] of Object.entries(ngramsData.ngrams).sort(([a], [b]) => (a < b ? -1 : 1))) {
  for (const byte of ngram) packed += String.fromCharCode(FIRST_BYTE + byte.charCodeAt(0));
  for (const [language, score] of Object.entries(scores))
    packed += String.fromCharCode(FIRST_WEIGHT + Number(language) * 256 + score);
}
const languages = Object.values(ngramsData.languages).map((code) => [code, avgScore[code] ?? 0]);

await Bun.write(
  FILE,
  `/**
 * Written by scripts/write-language-profiles.ts; do not edit. The data is the "extrasmall" database of eld 2.1.0,
 * Copyright 2023 Nito T.M., Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0).
 */

/** The detector's languages with the score of a typical text in each. */
export const LANGUAGES: readonly (readonly [code: string, typicalScore: number])[] = ${JSON.stringify(languages)};

/** The character that stands for each byte of UTF-8 in an n-gram. */
export const BYTES = ${JSON.stringify(dictionary.join(""))};

/** The n-grams, each followed by its weights. */
export const PROFILES = ${JSON.stringify(packed)};
`,
);
