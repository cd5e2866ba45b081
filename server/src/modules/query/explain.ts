import type { Degraded, QueryMode, ResultItem } from "@quarry/schema";
import type { SpaceRow } from "../spaces/queries.ts";
import type { RerankedResults } from "./rerank.ts";

const HOW: Record<QueryMode, string> = {
  hybrid: "by words and by vectors together",
  vector: "by vectors alone",
  lexical: "by words alone",
};

/** Says in plain words which spaces were searched, how, and why the first result won. */
export function explainQuery(query: {
  readonly spaces: readonly SpaceRow[];
  readonly mode: QueryMode;
  readonly degraded: Degraded | undefined;
  readonly results: readonly ResultItem[];
  readonly reranked: RerankedResults | undefined;
}): string {
  const { spaces, mode, degraded, results, reranked } = query;
  const names = spaces.slice(0, 5).map((space) => `"${space.name}"`);
  const more = spaces.length > names.length ? ` and ${spaces.length - names.length} more` : "";
  const [first, second] = results;
  // Some vectors may have answered all the same.
  const isByWords = degraded && results.every(({ scores }) => scores.vector === null);
  const how = degraded
    ? `${isByWords ? HOW.lexical : `${HOW[mode]} as far as possible`}, because: ${degraded.reason}`
    : HOW[mode];
  const searched = `Searched ${names.join(", ")}${more} ${how}${howReranked(reranked)}`;
  if (!first) return `${searched}. Nothing was found that passes the filter and the threshold.`;
  const percent = (similarity: number | null) => `${((similarity ?? 0) * 100).toFixed(1)} %`;
  const won = `"${first.document.filename}", passage ${first.chunk.chunkIndex + 1}, came first with a similarity of ${percent(first.similarity)}`;
  const legs = [
    first.scores.lexical === null ? "" : `word evidence ${first.scores.lexical.toFixed(3)}`,
    first.scores.vector === null ? "" : `vector similarity ${first.scores.vector.toFixed(3)}`,
    typeof first.scores.rerank === "number" ? `reranker's score ${first.scores.rerank.toFixed(3)}` : "",
  ].filter((leg) => leg !== "");
  const next = second ? `; the next has ${percent(second.similarity)}` : "";
  return `${searched}. ${won} (${legs.join(", ")})${next}.`;
}

function howReranked(outcome: RerankedResults | undefined): string {
  if (outcome?.reranked) {
    const { candidates, model } = outcome.reranked;
    return candidates === 0 ? "" : `, and had the best ${candidates} passages reranked by ${model}`;
  }
  return outcome?.degraded
    ? `, and could not rerank, because: ${outcome.degraded.reason.replace(/\.$/, "")}`
    : "";
}
