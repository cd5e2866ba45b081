import type { Degraded, ExplainedLeg, QueryExplanation, QueryMode, QueryResult } from "@quarry/schema";
import type { LiveSpace } from "../../indexes/records/live-rows.ts";
import type { RerankedPassages } from "../rerank/rerank.ts";

/** The parts of an answer that its reasoning describes. */
export interface ReasonedAnswer {
  readonly spaces: readonly LiveSpace[];
  readonly degraded: Degraded | undefined;
  readonly results: readonly QueryResult[];
  readonly explanation: QueryExplanation;
  readonly threshold: number;
  readonly reranking: Omit<RerankedPassages, "passages"> | undefined;
}

const HOW: Record<QueryMode, string> = {
  hybrid: "by words and vectors",
  vector: "by vectors only",
  lexical: "by words only",
};
const MAX_LISTED = 5;

/** Describes in sentences which spaces were searched and how, why the first result won, and what was removed. */
export function reason(answer: ReasonedAnswer): string {
  const sentences = [searched(answer), weights(answer), ...winner(answer), ...leftOut(answer)];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function searched({ spaces, degraded, results, explanation: { mode }, reranking }: ReasonedAnswer): string {
  const names = spaces.slice(0, MAX_LISTED).map((space) => `"${space.name}"`);
  const more = spaces.length > names.length ? ` and ${spaces.length - names.length} more` : "";
  // Vector search may have answered for some of the models.
  const isByWords = degraded && results.every(({ scores }) => scores.vector === null);
  const how = degraded
    ? `${isByWords ? HOW.lexical : `${HOW[mode]} as far as possible`}, because: ${degraded.reason}`
    : HOW[mode];
  return `${sentence(`Searched ${names.join(", ")}${more} ${how}`)}${howReranked(reranking)}`;
}

function howReranked(outcome: ReasonedAnswer["reranking"]): string {
  if (outcome?.reranked) {
    const { candidates, model } = outcome.reranked;
    return candidates === 0 ? "" : ` ${model} then reranked the best ${passages(candidates)}.`;
  }
  return outcome?.degraded ? ` They were not reranked, because: ${sentence(outcome.degraded.reason)}` : "";
}

function weights({ explanation: { mode, legs, queryTerms } }: ReasonedAnswer): string {
  if (mode !== "hybrid") return "";
  const words = weightOf(legs, "lexical");
  const vectors = weightOf(legs, "vector");
  if (queryTerms.length === 0 && vectors > 0)
    return "The question has no searchable words, so the vectors have all the weight.";
  if (!legs.some(({ name }) => name === "vector"))
    return "Vector search was unavailable, so the words have all the weight.";
  return `Words count for ${percent(words, 0)} of the strength, vectors for ${percent(vectors, 0)}.`;
}

function weightOf(legs: readonly ExplainedLeg[], name: ExplainedLeg["name"]): number {
  return legs.find((leg) => leg.name === name)?.weight ?? 0;
}

function winner({ results: [first, second] }: ReasonedAnswer): string[] {
  if (!first) return ["No passage passes the filter and the threshold."];
  const legs = [
    first.scores.lexical === null ? "" : `word evidence ${first.scores.lexical.toFixed(3)}`,
    first.scores.vector === null ? "" : `vector similarity ${first.scores.vector.toFixed(3)}`,
    typeof first.scores.rerank === "number" ? `rerank score ${first.scores.rerank.toFixed(3)}` : "",
  ].filter((leg) => leg !== "");
  const next = second ? `; the next has ${percent(second.similarity)}` : "";
  const won = `"${first.document.filename}", passage ${first.chunk.chunkIndex + 1}, came first with a similarity of ${percent(first.similarity)} (${legs.join(", ")})${next}.`;
  return [won, words(first)];
}

function words({ explanation }: QueryResult): string {
  if (!explanation) return "";
  const { terms, missing } = explanation;
  if (terms.length + missing.length === 0) return "";
  if (terms.length === 0)
    return "It contains none of the question's words, but matches by parts of words or by meaning.";
  const inside = terms.filter(({ how }) => how !== "context").map(nameMatch);
  const around = terms.filter(({ how }) => how === "context").map(({ term }) => quoted(term));
  const has = [
    inside.length > 0 ? `It contains ${listed(inside)}` : "",
    around.length > 0
      ? `${inside.length > 0 ? "its" : "Its"} title, headings or file name contain ${listed(around)}`
      : "",
  ].filter((part) => part !== "");
  const lacks = missing.length > 0 ? `; missing: ${listed(missing.map(quoted))}` : "";
  return `${has.join(", ")}${lacks}.`;
}

function nameMatch({ term, matched, how }: { term: string; matched: string[]; how: string }): string {
  const [written = term] = matched;
  if (how === "typo") return `${quoted(term)} (read as ${quoted(written)})`;
  const isSame = matched.some((each) => each.toLowerCase() === term.toLowerCase());
  return isSame ? quoted(term) : `${quoted(term)} (as ${quoted(written)})`;
}

function leftOut({ explanation: { removed }, threshold }: ReasonedAnswer): string[] {
  const { byThreshold, bestBelowThreshold, byFilter, byMaxPerDocument, byRepetition, notLive } = removed;
  const among = "Of the candidates,";
  const parts = [
    byThreshold > 0
      ? `${passages(byThreshold)} did not reach the threshold of ${percent(threshold)} (the best had ${percent(bestBelowThreshold)})`
      : "",
    byFilter > 0 ? `the filter removed ${passages(byFilter)}` : "",
    byMaxPerDocument > 0 ? `maxPerDocument removed ${passages(byMaxPerDocument)}` : "",
    byRepetition > 0 ? `${passages(byRepetition)} repeated a better passage of the same document` : "",
    notLive > 0 ? `${passages(notLive)} had just changed or been deleted` : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? [`${among} ${listed(parts)}.`] : [];
}

function passages(count: number): string {
  return count === 1 ? "1 passage" : `${count} passages`;
}

function percent(share: number | null, digits = 1): string {
  return `${((share ?? 0) * 100).toFixed(digits)} %`;
}

function quoted(word: string): string {
  return `"${word}"`;
}

/** Joins the first few items as a phrase. */
function listed(items: readonly string[]): string {
  const named = items.slice(0, MAX_LISTED);
  if (items.length > named.length) return `${named.join(", ")} and ${items.length - named.length} more`;
  const last = named.at(-1) ?? "";
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${last}` : last;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
