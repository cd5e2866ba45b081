import { matchPassage, type QuestionUnit, readQuestion } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { ItemExplanation, MatchedTerm, QueryExplanation } from "@quarry/schema";
import type { FoundPassages } from "../find-passages.ts";
import type { Passage } from "../hydrate/hydrate.ts";
import type { QueryPlan } from "../query-plan.ts";
import type { ComparedPassage } from "./highlight.ts";

/** Explains a result: which terms of the question its passage has or lacks, and what each leg contributes. */
export function explainItem({ hit, chunk }: Passage, { question, match }: ComparedPassage): ItemExplanation {
  const terms: MatchedTerm[] = [];
  const missing: string[] = [];
  const around = matchPassage(question, contextOf({ hit, chunk })).units;
  for (const unit of question.units) {
    if (!unit.counts) continue;
    const inside = match.units.get(unit);
    const outside = around.get(unit);
    if (inside) terms.push({ term: unit.text, matched: [...inside.texts], how: inside.how });
    else if (outside) terms.push({ term: unit.text, matched: [...outside.texts], how: "context" });
    else missing.push(unit.text);
  }
  return { terms, missing, contributions: hit.contributions };
}

/** The text that the lexical index reads in addition to a chunk's content. */
function contextOf({ chunk: { text, document } }: Passage): string {
  const { metadata, context } = text;
  const headings = Array.isArray(metadata.headings) ? metadata.headings : [];
  const name = document.filename.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  return [document.title, ...headings, name, context].filter((part) => typeof part === "string").join("\n");
}

/** The question's terms that are not stop words in at least one of the languages that it was read in. */
export function countingTerms(question: string, compared: readonly ComparedPassage[]): string[] {
  const readings = new Set(compared.map((each) => each.question));
  const language = detectLanguage(question);
  if (readings.size === 0) readings.add(readQuestion(question, language, language));
  const counting = ({ counts }: QuestionUnit) => counts;
  return [...new Set([...readings].flatMap(({ units }) => units.filter(counting).map(({ text }) => text)))];
}

/** Explains an answer in figures: the legs, the terms, and how many candidates each rule removed. */
export function explainQuery(
  { mode, question, threshold }: QueryPlan,
  { search, spaces, removed }: FoundPassages,
  compared: readonly ComparedPassage[],
): QueryExplanation {
  const below = search.hits.filter((hit) => hit.similarity < threshold);
  return {
    mode,
    legs: [...search.legs],
    queryTerms: countingTerms(question, compared),
    removed: { byThreshold: below.length, bestBelowThreshold: below[0]?.similarity ?? null, ...removed },
    spaces: spaces.length,
  };
}
