import { analyzeRuns, forgetRuns, type TermRun } from "./analyze.ts";
import type { Language } from "./languages/language.ts";
import { forgetStems } from "./languages/stemming.ts";

interface KeptAnalysis {
  readonly language: Language;
  readonly runs: readonly TermRun[];
}

/** A few large batches of documents; about 5 MB with their runs. */
const MAX_CHARS = 2_000_000;

const kept = new Map<string, KeptAnalysis>();
let keptChars = 0;

/**
 * Analyzes a text and keeps the result for the next {@link takeAnalysis} of the same text. The builtin embedder and the
 * lexical index analyze the same chunks and questions, one shortly after the other.
 */
export function analyzeAndKeep(text: string, language: Language): readonly TermRun[] {
  const runs = analyzeRuns(text, language);
  if (text.length > MAX_CHARS) return runs;
  drop(text);
  kept.set(text, { language, runs });
  keptChars += text.length;
  if (keptChars > MAX_CHARS) dropOldest();
  return runs;
}

/** Returns and forgets the kept analysis of a text. Analyzes the text if there is none in this language. */
export function takeAnalysis(text: string, language: Language): readonly TermRun[] {
  const found = kept.get(text);
  if (found) drop(text);
  return found?.language === language ? found.runs : analyzeRuns(text, language);
}

/** Frees what the analysis of many texts has cached, up to 200 MB. Later texts fill the caches again. */
export function forgetAnalyses(): void {
  kept.clear();
  keptChars = 0;
  forgetRuns();
  forgetStems();
}

function dropOldest(): void {
  for (const oldest of kept.keys()) {
    if (keptChars <= MAX_CHARS) return;
    drop(oldest);
  }
}

function drop(text: string): void {
  if (kept.delete(text)) keptChars -= text.length;
}
