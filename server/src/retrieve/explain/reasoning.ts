import type { Degraded, ExplainedLeg, QueryExplanation, QueryMode, ResultItem } from "@quarry/schema";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { RerankedPassages } from "../rerank.ts";

/** What an answer's reasoning is told from. */
export interface Reasoned {
  readonly spaces: readonly SpaceRow[];
  readonly degraded: Degraded | undefined;
  readonly results: readonly ResultItem[];
  readonly explanation: QueryExplanation;
  readonly threshold: number;
  readonly reranking: Omit<RerankedPassages, "passages"> | undefined;
}

const HOW: Record<QueryMode, string> = {
  hybrid: "by words and by vectors together",
  vector: "by vectors alone",
  lexical: "by words alone",
};
const MOST_NAMED = 5;

/** Says in plain words which spaces were searched, how, why the first result won, and what was left out. */
export function reason(query: Reasoned): string {
  const sentences = [searched(query), weights(query), ...winner(query), ...leftOut(query)];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function searched({ spaces, degraded, results, explanation: { mode }, reranking }: Reasoned): string {
  const names = spaces.slice(0, MOST_NAMED).map((space) => `"${space.name}"`);
  const more = spaces.length > names.length ? ` and ${spaces.length - names.length} more` : "";
  // Some vectors may have answered all the same.
  const isByWords = degraded && results.every(({ scores }) => scores.vector === null);
  const how = degraded
    ? `${isByWords ? HOW.lexical : `${HOW[mode]} as far as possible`}, because: ${degraded.reason}`
    : HOW[mode];
  return `${sentence(`Searched ${names.join(", ")}${more} ${how}`)}${howReranked(reranking)}`;
}

function howReranked(outcome: Reasoned["reranking"]): string {
  if (outcome?.reranked) {
    const { candidates, model } = outcome.reranked;
    return candidates === 0 ? "" : ` ${model} then put the best ${passages(candidates)} into its own order.`;
  }
  return outcome?.degraded ? ` They were not reranked, because: ${sentence(outcome.degraded.reason)}` : "";
}

function weights({ explanation: { mode, legs, queryTerms } }: Reasoned): string {
  if (mode !== "hybrid") return "";
  const words = weightOf(legs, "lexical");
  const vectors = weightOf(legs, "vector");
  if (queryTerms.length === 0 && vectors > 0)
    return "The question has no words to look for, so the vectors have all the weight.";
  if (!legs.some(({ name }) => name === "vector"))
    return "The vectors could not be asked, so the words have all the weight.";
  return `Words count for ${percent(words, 0)} of the strength, vectors for ${percent(vectors, 0)}.`;
}

function weightOf(legs: readonly ExplainedLeg[], name: ExplainedLeg["name"]): number {
  return legs.find((leg) => leg.name === name)?.weight ?? 0;
}

function winner({ results: [first, second] }: Reasoned): string[] {
  if (!first) return ["Nothing was found that passes the filter and the threshold."];
  const legs = [
    first.scores.lexical === null ? "" : `word evidence ${first.scores.lexical.toFixed(3)}`,
    first.scores.vector === null ? "" : `vector similarity ${first.scores.vector.toFixed(3)}`,
    typeof first.scores.rerank === "number" ? `reranker's score ${first.scores.rerank.toFixed(3)}` : "",
  ].filter((leg) => leg !== "");
  const next = second ? `; the next has ${percent(second.similarity)}` : "";
  const won = `"${first.document.filename}", passage ${first.chunk.chunkIndex + 1}, came first with a similarity of ${percent(first.similarity)} (${legs.join(", ")})${next}.`;
  return [won, words(first)];
}

function words({ explanation }: ResultItem): string {
  if (!explanation) return "";
  const { terms, missing } = explanation;
  if (terms.length + missing.length === 0) return "";
  if (terms.length === 0)
    return `None of the question's words stands in it as such, but parts of words or their meaning are alike.`;
  const inside = terms.filter(({ how }) => how !== "context").map(nameMatch);
  const around = terms.filter(({ how }) => how === "context").map(({ term }) => quoted(term));
  const has = [
    inside.length > 0 ? `It has ${listed(inside)}` : "",
    around.length > 0
      ? `${inside.length > 0 ? "its" : "Its"} title, headings or file name have ${listed(around)}`
      : "",
  ].filter((part) => part !== "");
  const lacks = missing.length > 0 ? `; it lacks ${listed(missing.map(quoted))}` : "";
  return `${has.join(", ")}${lacks}.`;
}

function nameMatch({ term, matched, how }: { term: string; matched: string[]; how: string }): string {
  const [written = term] = matched;
  if (how === "typo") return `${quoted(term)} (read as ${quoted(written)})`;
  const isSame = matched.some((each) => each.toLowerCase() === term.toLowerCase());
  return isSame ? quoted(term) : `${quoted(term)} (as ${quoted(written)})`;
}

function leftOut({ explanation: { removed }, threshold }: Reasoned): string[] {
  const { byThreshold, bestBelowThreshold, byFilter, byMaxPerDocument, byRepetition, notLive } = removed;
  const among = "Of the candidates that were looked at,";
  const parts = [
    byThreshold > 0
      ? `${passages(byThreshold)} did not reach the threshold of ${percent(threshold)} (the best had ${percent(bestBelowThreshold)})`
      : "",
    byFilter > 0 ? `the filter kept out ${passages(byFilter)}` : "",
    byMaxPerDocument > 0 ? `maxPerDocument left out ${passages(byMaxPerDocument)}` : "",
    byRepetition > 0 ? `${passages(byRepetition)} only repeated a better one of the same document` : "",
    notLive > 0 ? `${passages(notLive)} had just been changed or deleted` : "",
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

/** The first few of a list, in words. */
function listed(items: readonly string[]): string {
  const named = items.slice(0, MOST_NAMED);
  if (items.length > named.length) return `${named.join(", ")} and ${items.length - named.length} more`;
  const last = named.at(-1) ?? "";
  return named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${last}` : last;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
