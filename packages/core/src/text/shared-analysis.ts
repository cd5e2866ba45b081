import { type Analysis, analyze } from "./analyze.ts";
import type { Language } from "./languages/language.ts";

interface KeptAnalysis {
  readonly language: Language;
  readonly analysis: Analysis;
}

/** A few batches of chunks; about 5 MB with their terms. */
const MAX_CHARS = 500_000;

const kept = new Map<string, KeptAnalysis>();
let keptChars = 0;

/**
 * Analyzes a text and keeps the result for the next {@link takeAnalysis} of the same text. The builtin embedder and the
 * lexical index analyze the same chunks and questions, one shortly after the other.
 */
export function analyzeAndKeep(text: string, language: Language): Analysis {
  const analysis = analyze(text, language);
  if (text.length > MAX_CHARS) return analysis;
  drop(text);
  kept.set(text, { language, analysis });
  keptChars += text.length;
  for (const oldest of kept.keys()) {
    if (keptChars <= MAX_CHARS) break;
    drop(oldest);
  }
  return analysis;
}

/** Returns and forgets the kept analysis of a text. Analyzes the text if there is none in this language. */
export function takeAnalysis(text: string, language: Language): Analysis {
  const found = kept.get(text);
  if (found) drop(text);
  return found?.language === language ? found.analysis : analyze(text, language);
}

function drop(text: string): void {
  if (kept.delete(text)) keptChars -= text.length;
}
