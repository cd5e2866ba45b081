import {
  isPrunedGram,
  MAX_FUZZY_WORDS,
  type QuestionAnalysis,
  type SpaceStatistics,
  wordsOneEditApart,
} from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import { mayHold } from "../encoding/bloom-filter.ts";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import { findTerms, leastLive, readLists, type SpaceTerms } from "../spaces/space-terms.ts";
import type { TermPart } from "../storage/found-terms.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";

/** Where terms are read: from which database, for which organization. */
export interface TermSource {
  readonly run: Run;
  readonly reader: SegmentReader;
  readonly orgId: string;
}

/** A question analyzed for one space, with the space's terms. */
export interface SpaceQuestion {
  readonly analysis: QuestionAnalysis;
  readonly terms: SpaceTerms;
}

/**
 * Looks up a question's terms in each space, and reads what it takes to count their chunks.
 * @param pooled Returns the spaces that share their statistics with a space. Of a gram that they prune anyway, only a lower
 * bound is counted.
 */
export async function countTerms(
  { run, reader, orgId }: TermSource,
  spaces: readonly SpaceQuestion[],
  pooled: (question: SpaceQuestion) => readonly SpaceTerms[],
): Promise<void> {
  const asked = spaces.map((question) => ({
    ...{ terms: question.terms, question },
    words: new Set([...question.analysis.sequence, ...question.analysis.joined].map(wordKey)),
    grams: new Set(question.analysis.grams.map(gramKey)),
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
    asked.flatMap(({ terms, question, words, grams }) => [
      ...[...words].flatMap((key) => uncountedParts(terms, key)),
      ...[...grams].flatMap((key) =>
        isSurelyPruned(pooled(question), key) ? [] : uncountedParts(terms, key),
      ),
    ]),
  );
}

/** Looks up the words that are like a question's unknown words. The spaces hold some of them. */
export async function countLookAlikes(
  { run, reader, orgId }: TermSource,
  spaces: readonly SpaceQuestion[],
  statisticsOf: (question: SpaceQuestion) => Pick<SpaceStatistics, "wordFrequency">,
): Promise<void> {
  // A word has hundreds of look-alikes, the same in each space: generate and hash them once.
  const likesOf = createLikes();
  const asked: { readonly terms: SpaceTerms; readonly keys: ReadonlySet<number> }[] = [];
  for (const question of spaces) {
    const { terms, analysis } = question;
    const { wordFrequency } = statisticsOf(question);
    const unknown = [...new Set(analysis.sequence)]
      .filter((word) => wordFrequency(word) === 0)
      .slice(0, MAX_FUZZY_WORDS);
    const keys = new Set<number>();
    for (const word of unknown) {
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

/** The parts of a term whose live chunks only their postings tell, because documents of the segment are retired. */
function uncountedParts(terms: SpaceTerms, key: number): readonly TermPart[] {
  return (terms.parts.get(key) ?? []).filter(({ segment }) => segment.dead);
}

/** True when even the lower bound of a gram's chunks prunes it. */
function isSurelyPruned(spaces: readonly SpaceTerms[], key: number): boolean {
  let [least, chunks] = [0, 0];
  for (const terms of spaces) {
    chunks += terms.chunks;
    for (const { term, segment } of terms.parts.get(key) ?? [])
      least += leastLive(term.count, segment.deadChunks);
  }
  return isPrunedGram(least, chunks);
}

function createLikes() {
  const known = new Map<string, readonly { readonly like: string; readonly key: number }[]>();
  return (word: string) => {
    const found = known.get(word) ?? wordsOneEditApart(word).map((like) => ({ like, key: wordKey(like) }));
    known.set(word, found);
    return found;
  };
}
