import { createPairFactor, pairFactor, type QueryTerms, RESCORED, rescore } from "@quarry/core";
import { sql } from "drizzle-orm";
import type { Run } from "../sql-executor.ts";
import type { Candidate } from "./score-space.ts";
import { numbers } from "./sql-values.ts";
import { shortKey, wordKey } from "./term-key.ts";

/** A chunk with its name and, if it is to be rescored, its words. */
interface NamedChunk {
  readonly id: string;
  readonly documentId: string;
  readonly score: number;
  readonly words: Uint32Array;
}

const NO_WORDS = new Uint32Array();
const BATCH = 2000;

/**
 * The candidates that can be among the `limit` best when they are scored anew. Those left out are the worst, so the
 * ranks of the others stay.
 */
export function withinReach(
  candidates: readonly Candidate[],
  { sequence }: QueryTerms,
  limit: number,
): readonly Candidate[] {
  if (candidates.length <= limit) return candidates;
  const canGain = sequence.some((term, at) => at > 0 && term !== undefined && sequence[at - 1] !== undefined);
  const most = canGain ? pairFactor(1, 1) : 1;
  const scores = Float64Array.from(candidates, ({ score }) => score).sort();
  const least = scores[scores.length - limit] as number;
  return candidates.filter(({ score }) => score * most >= least);
}

/** Reads the names of candidates, space by space, and the words of those that can be among a space's first hundred. */
export async function loadCandidates(
  run: Run,
  orgId: string,
  spaces: readonly (readonly Candidate[])[],
): Promise<NamedChunk[][]> {
  const places = spaces.flatMap((candidates, space) => {
    const scores = Float64Array.from(candidates, ({ score }) => score).sort();
    const border = scores[Math.max(0, scores.length - RESCORED)] ?? 0;
    return candidates.map((candidate) => ({ ...candidate, space, withWords: candidate.score >= border }));
  });
  const named = spaces.map((): NamedChunk[] => []);
  for (let start = 0; start < places.length; start += BATCH) {
    const part = places.slice(start, start + BATCH);
    const column = (pick: (place: (typeof part)[number]) => number, type: "int" | "bigint") =>
      numbers(part.map(pick), type);
    const rows = await run(sql`
      select at, chunk.id, document.document_id, chunk.words
      from unnest(
        ${column(({ writeNo }) => writeNo, "bigint")}, ${column(({ ordinal }) => ordinal, "int")},
        ${column(({ withWords }) => (withWords ? 1 : 0), "int")}
      ) with ordinality as places(write_no, ordinal, with_words, at)
      cross join lateral (
        select id, case when places.with_words = 1 then words end as words from lexical_chunks
        where org_id = ${orgId} and write_no = places.write_no and ordinal = places.ordinal limit 1
      ) as chunk
      cross join lateral (
        select document_id from lexical_documents
        where org_id = ${orgId} and write_no = places.write_no limit 1
      ) as document`);
    for (const row of rows) {
      const { space, score } = part[Number(row.at) - 1] as (typeof part)[number];
      const words = row.words instanceof Uint8Array ? readWords(row.words) : NO_WORDS;
      named[space]?.push({ id: String(row.id), documentId: String(row.document_id), score, words });
    }
  }
  return named;
}

function readWords(bytes: Uint8Array): Uint32Array {
  // A copy, since numbers of 4 bytes must start at a multiple of 4.
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

/** Ranks a space's candidates: the best by score, ties by id, then anew by adjacent words. */
export function rankCandidates(
  candidates: readonly NamedChunk[],
  query: QueryTerms,
  limit: number,
): { id: string; documentId: string; score: number }[] {
  const best = [...candidates]
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, Math.max(limit, RESCORED));
  const places = new Map<number, number>();
  const sequence = query.sequence.map((term) => {
    if (term === undefined) return -1;
    const key = shortKey(wordKey(term));
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  const factor = createPairFactor(sequence, (words: Uint32Array, visit) => {
    for (const word of words) visit(places.get(word) ?? -1);
  });
  return rescore(best, ({ words }) => factor(words), limit).map(({ id, documentId, score }) => ({
    id,
    documentId,
    score,
  }));
}
