import type { LexicalEntry } from "../../ports/lexical-index.ts";
import { detectLanguage } from "./detect-language.ts";
import type { Language } from "./language.ts";

const SAMPLE_ENTRIES = 10;

/** Detects the language to analyze a document's chunks in, from the first ten chunks. */
export function documentLanguage(entries: readonly Pick<LexicalEntry, "text" | "context">[]): Language {
  const sample = entries.slice(0, SAMPLE_ENTRIES);
  return detectLanguage(sample.map(({ text, context }) => `${text}\n${context}`).join("\n"));
}
