import {
  isPrunedGram,
  MAX_FUZZY_WORDS,
  type QuestionAnalysis,
  wordsOneEditApart,
} from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import { mayHold } from "../encoding/bloom-filter.ts";
import { gramKey, wordKey } from "../encoding/term-key.ts";
import { findTerms, leastLive, readLists, type SpaceTerms, type TermPart } from "../spaces/space-terms.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";

/** A question analyzed for one space, with the space's terms. */
export interface SpaceQuestion {
  readonly analysis: QuestionAnalysis;
  readonly terms: SpaceTerms;
}

/**
 * Reads the postings that scoring needs: of the words, of their look-alikes, and of the grams that are not pruned.
 */
export async function loadQuestion(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  questions: readonly SpaceQuestion[],
): Promise<void> {
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
      ...[...words].flatMap((key) => terms.parts.get(key) ?? []),
      ...[...grams].flatMap((key) => unprunedParts(terms, key)),
    ]),
  );
  await loadLookAlikes(run, reader, orgId, questions);
}

/** Returns the parts of a gram; none when even the lower bound of its chunks prunes it. */
function unprunedParts(terms: SpaceTerms, key: number): readonly TermPart[] {
  const parts = terms.parts.get(key) ?? [];
  const least = parts.reduce((sum, { count, segment }) => sum + leastLive(count, segment.deadChunks), 0);
  return isPrunedGram(least, terms.chunks) ? [] : parts;
}

async function loadLookAlikes(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  questions: readonly SpaceQuestion[],
): Promise<void> {
  // A word has hundreds of look-alikes, the same in each space: generate and hash them once.
  const likesOf = createLikes();
  const asked = questions.map(({ analysis, terms }) => {
    const keys = new Set<number>();
    const unknown = [...new Set(analysis.sequence)].filter((word) => terms.wordFrequency(word) === 0);
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
    return { terms, keys };
  });
  await findTerms(run, reader, orgId, asked);
  await readLists(
    run,
    reader,
    orgId,
    asked.flatMap(({ terms, keys }) => [...keys].flatMap((key) => terms.parts.get(key) ?? [])),
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
