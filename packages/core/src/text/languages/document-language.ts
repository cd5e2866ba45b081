import type { LexicalEntry } from "../../ports/lexical-index.ts";
import { detectLanguage } from "./detect-language.ts";
import type { Language } from "./language.ts";

const DETECTED_ENTRIES = 10;

/** The language that all chunks of a document are analyzed in, told from its first ten. */
export function documentLanguage(entries: readonly Pick<LexicalEntry, "text" | "context">[]): Language {
  const sample = entries.slice(0, DETECTED_ENTRIES);
  return detectLanguage(sample.map(({ text, context }) => `${text}\n${context}`).join("\n"));
}
