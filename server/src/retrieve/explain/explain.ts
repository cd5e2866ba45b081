import { matchesFilter } from "@quarry/core";
import { matchPassage, type QuestionUnit, readQuestion } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { ItemExplanation, MatchedTerm, QueryExplanation } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import type { Hydrated, Passage } from "../hydrate/hydrate.ts";
import { findLiveChunks } from "../hydrate/live-chunk-queries.ts";
import type { SearchIndexes, SearchResult } from "../search/search.ts";
import type { Search } from "../search/search-request.ts";
import type { ComparedPassage } from "./highlight.ts";

/** Says of a passage which words of the question it has, and what each leg adds. */
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

/** What the index reads beside a chunk's content. */
function contextOf({ chunk: { title, metadata, document, context } }: Passage): string {
  const headings = Array.isArray(metadata.headings) ? metadata.headings : [];
  const name = document.filename.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  return [title, ...headings, name, context].filter((part) => typeof part === "string").join("\n");
}

/** The words of a question that count in one of the languages it was read in. */
export function countingWords(question: string, compared: readonly ComparedPassage[]): string[] {
  const readings = new Set(compared.map((each) => each.question));
  const language = detectLanguage(question);
  if (readings.size === 0) readings.add(readQuestion(question, language, language));
  const counting = ({ counts }: QuestionUnit) => counts;
  return [...new Set([...readings].flatMap(({ units }) => units.filter(counting).map(({ text }) => text)))];
}

/** How an answer came about, in figures. `found` is the search that the results are from. */
export async function explainQuery(
  deps: { readonly db: Database; readonly search: SearchIndexes },
  searched: {
    readonly search: Search;
    readonly threshold: number;
    readonly found: SearchResult;
    readonly removed: Hydrated["removed"];
    readonly compared: readonly ComparedPassage[];
  },
): Promise<QueryExplanation> {
  const { search, threshold, found, removed, compared } = searched;
  const below = found.hits.filter((hit) => hit.similarity < threshold);
  return {
    mode: search.mode,
    legs: [...found.legs],
    queryTerms: countingWords(search.question, compared),
    removed: {
      byThreshold: below.length,
      bestBelowThreshold: below[0]?.similarity ?? null,
      ...removed,
      byFilter: removed.byFilter + (await keptOutByFilter(deps, search, threshold)),
    },
    spaces: search.spaceIds.length,
  };
}

/** The indexes filter by themselves: what they leave out shows only when they search once more without the filter. */
async function keptOutByFilter(
  { db, search: searchIndexes }: { readonly db: Database; readonly search: SearchIndexes },
  search: Search,
  threshold: number,
): Promise<number> {
  const { orgId, filter } = search;
  if (!filter) return 0;
  const { hits } = await searchIndexes({ ...search, filter: undefined });
  const passing = hits.filter((hit) => hit.similarity >= threshold);
  const live = await findLiveChunks(
    db,
    orgId,
    passing.map(({ id }) => id),
  );
  return [...live.values()].filter(({ document }) => !matchesFilter(document.metadata, filter)).length;
}
