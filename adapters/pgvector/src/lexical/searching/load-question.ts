import {
  isPrunedGram,
  MAX_FUZZY_WORDS,
  type QueryTerms,
  type QuestionAnalysis,
  weighQuery,
  wordsOneEditApart,
} from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import { mayHold } from "../encoding/bloom-filter.ts";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import { findTerms, leastLive, readLists, type SpaceTerms } from "../spaces/space-terms.ts";
import type { TermPart } from "../storage/found-terms.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";

/** A question analyzed for one space, with the space's terms. */
export interface SpaceQuestion {
  readonly analysis: QuestionAnalysis;
  readonly terms: SpaceTerms;
}

/** Weighs each question for its space, and reads the postings of the terms that have a weight. */
export async function loadQuestions(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  questions: readonly SpaceQuestion[],
): Promise<QueryTerms[]> {
  const asked = questions.map(({ analysis, terms }) => ({
    terms,
    words: new Set([...analysis.sequence, ...analysis.joined].map(wordKey)),
    grams: new Set(analysis.grams.map(gramKey)),
  }));
  await findTerms(
    run,
    reader,
    orgId,
    asked.map(({ terms, words, grams }) => ({ terms, keys: [...words, ...grams] })),
  );
  await readLists(
    run,
    reader,
    orgId,
    asked.flatMap(({ terms, words, grams }) => [
      ...[...words].flatMap((key) => uncountedParts(terms, key)),
      ...[...grams].flatMap((key) => (isSurelyPruned(terms, key) ? [] : uncountedParts(terms, key))),
    ]),
  );
  await findLookAlikes(run, reader, orgId, questions);
  const queries = questions.map(({ analysis, terms }) => weighQuery(analysis, terms));
  await readLists(
    run,
    reader,
    orgId,
    queries.flatMap(({ words, grams }, at) => {
      const { parts } = (questions[at] as SpaceQuestion).terms;
      return [
        ...words.flatMap(({ term }) => parts.get(wordKey(term)) ?? []),
        ...grams.flatMap(({ term }) => parts.get(gramKey(term)) ?? []),
      ];
    }),
  );
  return queries;
}

/** The parts of a term whose live chunks only their postings tell, because documents of the segment are retired. */
function uncountedParts(terms: SpaceTerms, key: number): readonly TermPart[] {
  return (terms.parts.get(key) ?? []).filter(({ segment }) => segment.dead);
}

/** True when even the lower bound of a gram's chunks prunes it. */
function isSurelyPruned(terms: SpaceTerms, key: number): boolean {
  const parts = terms.parts.get(key) ?? [];
  const least = parts.reduce((sum, { term, segment }) => sum + leastLive(term.count, segment.deadChunks), 0);
  return isPrunedGram(least, terms.chunks);
}

async function findLookAlikes(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  questions: readonly SpaceQuestion[],
): Promise<void> {
  // A word has hundreds of look-alikes, the same in each space: generate and hash them once.
  const likesOf = createLikes();
  const asked: { readonly terms: SpaceTerms; readonly keys: ReadonlySet<number> }[] = [];
  for (const { analysis, terms } of questions) {
    const unknown = [...new Set(analysis.sequence)].filter((word) => terms.wordFrequency(word) === 0);
    const keys = new Set<number>();
    for (const word of unknown.slice(0, MAX_FUZZY_WORDS)) {
      const held = likesOf(word).filter(({ key }) =>
        terms.view.segments.some(({ header }) => mayHold(header.wordFilter, key)),
      );
      terms.likes.set(
        word,
        held.map(({ like }) => like),
      );
      for (const { key } of held) keys.add(key);
    }
    if (keys.size > 0) asked.push({ terms, keys });
  }
  await findTerms(run, reader, orgId, asked);
  await readLists(
    run,
    reader,
    orgId,
    asked.flatMap(({ terms, keys }) => [...keys].flatMap((key) => uncountedParts(terms, key))),
  );
}

function createLikes() {
  const known = new Map<string, readonly { readonly like: string; readonly key: number }[]>();
  return (word: string) => {
    const found = known.get(word) ?? wordsOneEditApart(word).map((like) => ({ like, key: wordKey(like) }));
    known.set(word, found);
    return found;
  };
}
