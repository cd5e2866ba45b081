import { describe, expect, test } from "bun:test";
import { type FilteredScope, type LexicalEntry, lexicalSimilarity, matchesFilter } from "@quarry/core";
import { analyze, analyzeQuestion, fuzzyWords, type Language } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

// A slow index written directly from RANKING.md, with no state but the live entries.

interface Counted {
  readonly entry: LexicalEntry;
  readonly sequences: readonly (readonly string[])[];
  readonly words: Map<string, number>;
  readonly grams: Map<string, number>;
  readonly wordLength: number;
  readonly gramLength: number;
}

function tally(map: Map<string, number>, terms: readonly string[], by = 1) {
  for (const term of terms) map.set(term, (map.get(term) ?? 0) + by);
  return map;
}

const documentText = (entries: readonly LexicalEntry[]) =>
  entries
    .slice(0, 10)
    .map(({ text, context }) => `${text}\n${context}`)
    .join("\n");

function countEntry(entry: LexicalEntry, language: Language): Counted {
  const text = analyze(entry.text, language);
  const context = analyze(entry.context, language);
  const words = tally(new Map(), [...text.sequence, ...text.joined]);
  tally(words, [...context.sequence, ...context.joined], 2);
  return {
    entry,
    sequences: [text.sequence, context.sequence],
    words,
    grams: tally(new Map(), text.grams),
    wordLength: [text, context].reduce(
      (sum, { sequence, joined }) => sum + sequence.length + joined.length,
      0,
    ),
    gramLength: text.grams.length,
  };
}

function majority(documents: readonly (readonly LexicalEntry[])[]): Language {
  const counts = new Map<Language, number>();
  for (const entries of documents) {
    const language = detectLanguage(documentText(entries));
    counts.set(language, (counts.get(language) ?? 0) + entries.length);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "en";
}

function searchModel(documents: readonly (readonly LexicalEntry[])[], scope: FilteredScope, query: string) {
  const results = scope.spaceIds.flatMap((spaceId) => {
    const own = documents.filter(([first]) => first?.spaceId === spaceId && first.orgId === scope.orgId);
    const chunks = own.flatMap((entries) => {
      const language = detectLanguage(documentText(entries));
      return entries.map((entry) => countEntry(entry, language));
    });
    const N = chunks.length;
    const asked = analyzeQuestion(query, majority(own));
    const n = asked.termCount;
    const df = (kind: "words" | "grams", term: string) => chunks.filter((c) => c[kind].has(term)).length;
    const idf = (d: number) => Math.log(1 + (N + 1000 - d + 0.5) / (d + 0.5)) * (1 - d / (N + 20)) ** 2;
    const average = (kind: "wordLength" | "gramLength") => chunks.reduce((sum, c) => sum + c[kind], 0) / N;
    const bm = (tf: number, length: number, mean: number) =>
      mean > 0 ? (tf * 2.2) / (tf + 1.2 * (0.25 + 0.75 * Math.min(length / mean, 2.5))) : 0;

    const replaced = new Map<string, string>();
    const words: [string, number][] = [];
    let wordScale = 0;
    for (const [term, times] of tally(new Map(), [...asked.sequence, ...asked.joined])) {
      if (asked.weakWords.has(term) && df("words", term) === 0) continue;
      const count = asked.weakWords.has(term) ? times * 0.2 : times;
      wordScale += count * idf(df("words", term));
      if (asked.weakWords.has(term) && df("words", term) > Math.max(20, 0.1 * N)) continue;
      if (df("words", term) > 0) words.push([term, count * idf(df("words", term))]);
      else if (asked.sequence.includes(term))
        for (const like of fuzzyWords(term, (other) => df("words", other))) {
          words.push([like.term, count * like.weight * idf(df("words", like.term))]);
          if (!replaced.has(term)) replaced.set(term, like.term);
        }
    }
    const telling = new Set(
      asked.gramWords.flatMap(({ grams, terms }) => {
        const rare = grams
          .map((gram) => ({ gram, df: df("grams", gram) }))
          .filter((one) => one.df <= Math.max(20, 0.2 * N))
          .sort((a, b) => a.df - b.df || (a.gram < b.gram ? -1 : 1));
        const isKnown = terms.some((term) => df("words", term) > 0);
        if (!isKnown && terms.length > 0 && terms.every((term) => asked.weakWords.has(term))) return [];
        return rare.slice(0, isKnown ? 4 : rare.length).map(({ gram }) => gram);
      }),
    );
    const grams = [...tally(new Map(), asked.grams)]
      .filter(([gram]) => telling.has(gram))
      .map(([gram, times]) => [gram, times - 0.8 * Math.min(times, asked.weakGrams.get(gram) ?? 0)] as const);
    const gramScale = grams.reduce((sum, [gram, count]) => sum + count * idf(df("grams", gram)), 0);
    const sequence = asked.sequence.map((term) => replaced.get(term) ?? term);
    const pairs = new Set(sequence.slice(1).map((term, at) => `${sequence[at]} ${term}`));

    return chunks
      .map((chunk) => {
        let W = 0;
        for (const [term, weight] of words)
          W += weight * bm(chunk.words.get(term) ?? 0, chunk.wordLength, average("wordLength"));
        let C = 0;
        for (const [gram, count] of grams)
          C +=
            count *
            idf(df("grams", gram)) *
            bm(chunk.grams.get(gram) ?? 0, chunk.gramLength, average("gramLength"));
        const x =
          (asked.grams.length > 0 ? 0.6 : 1) * (wordScale > 0 ? W / wordScale : 0) +
          0.4 * (gramScale > 0 ? C / gramScale : 0);
        const near = new Set(
          chunk.sequences.flatMap((terms) => terms.slice(1).map((term, at) => `${terms[at]} ${term}`)),
        );
        const found = [...pairs].filter((pair) => near.has(pair)).length;
        const u = x * (1 + (pairs.size > 0 ? (0.8 * found) / pairs.size : 0));
        return { chunk, u, n, N };
      })
      .filter(({ chunk, u }) => {
        const { documentId, metadata } = chunk.entry;
        if (u <= 0 || (scope.documentIds && !scope.documentIds.includes(documentId))) return false;
        return !scope.filter || matchesFilter(metadata, scope.filter);
      });
  });
  const n = Math.max(0, ...results.map((result) => result.n));
  return results
    .map(({ chunk, u, N }) => ({ id: chunk.entry.id, u, similarity: lexicalSimilarity(u, n, N) }))
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}

/** Mulberry32: a seeded generator of numbers from 0 to 1. */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  ..."apple apples banana bananna cherry the of and wi-fi covid19 getUserName dog's 3.5 running runner der die".split(
    " ",
  ),
  ..."Häuser Straße книги 東京 タワー ภาษาไทย state-of-the-art garden gardens kitchen window x".split(" "),
];

function runHistory(seed: number) {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const sentence = (most: number) =>
    Array.from(
      { length: Math.floor(random() * most) },
      () => WORDS[Math.floor(random() ** 2 * WORDS.length)],
    ).join(" ");
  const live = new Map<string, LexicalEntry[]>();
  const index = createMemoryLexicalIndex();

  async function step(number: number) {
    const documentId = `d${Math.floor(random() * 40)}`;
    const action = random();
    if (action < 0.15) {
      live.delete(documentId);
      await index.delete({ orgId: "o", documentId });
      return;
    }
    if (action < 0.17) {
      const spaceId = pick(["s", "t"]);
      for (const [id, [first]] of live) if (first?.spaceId === spaceId) live.delete(id);
      await index.delete({ orgId: "o", spaceId });
      return;
    }
    const spaceId = random() < 0.7 ? "s" : "t";
    const metadata = { kind: pick(["a", "b"]) };
    const entries = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, at): LexicalEntry => {
      const id = `${documentId}-${number % 3}-${at}`;
      return {
        id,
        orgId: "o",
        spaceId,
        documentId,
        generation: 1,
        text: sentence(25),
        context: sentence(4),
        metadata,
      };
    });
    live.set(documentId, entries);
    await index.replaceDocuments("o", [{ documentId, entries }]);
  }

  async function compare() {
    const scope: FilteredScope = {
      orgId: "o",
      spaceIds: pick([["s"], ["t"], ["s", "t"]]),
      ...(random() < 0.3 ? { documentIds: ["d1", "d2", "d3", "d5", "d8"] } : {}),
      ...(random() < 0.3 ? { filter: { kind: "contains", value: { kind: "a" } } as const } : {}),
    };
    const query = pick([
      sentence(6),
      `how much is ${sentence(4)}`,
      sentence(6),
      "aple gardn kitchn",
      "東",
      "zzzz qqqq",
      "",
    ]);
    const wanted = searchModel([...live.values()], scope, query);
    const topK = pick([1, 5, 50]);
    const { hits } = await index.search(scope, query, topK);
    expect(hits.length).toBe(Math.min(topK, wanted.length));
    for (const [rank, hit] of hits.entries()) {
      const same = wanted.find(({ id }) => id === hit.id);
      expect(Math.abs((same?.u ?? -1) - hit.score)).toBeLessThan(1e-9);
      // A different order of additions may change the last digit; only then may two hits swap places.
      const there = wanted[rank];
      if (there?.id !== hit.id)
        expect(Math.abs((there?.similarity ?? -1) - (same?.similarity ?? 1))).toBeLessThan(1e-12);
    }
  }

  return { index, live, step, compare };
}

describe("the memory lexical index against a stateless model", () => {
  for (const seed of [1, 2, 3, 4])
    test(`random history ${seed}`, async () => {
      const history = runHistory(seed);
      for (let number = 0; number < 150; number++) {
        await history.step(number);
        if (number % 3 === 0) await history.compare();
      }
    }, 120_000);

  test("scores after many changes equal a fresh index's to the last bit", async () => {
    const history = runHistory(99);
    for (let number = 0; number < 400; number++) await history.step(number);
    const fresh = createMemoryLexicalIndex();
    const documents = [...history.live].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, entries] of documents) await fresh.replaceDocuments("o", [{ documentId: id, entries }]);
    for (const query of ["apple garden", "wi-fi covid19 the", "東京 runner", "gardn", "state-of-the-art"]) {
      const scope = { orgId: "o", spaceIds: ["s", "t"] };
      expect(await history.index.search(scope, query, 500)).toEqual(await fresh.search(scope, query, 500));
      expect(await history.index.sketch("o", query, 10, new Set())).toEqual(
        await fresh.sketch("o", query, 10, new Set()),
      );
    }
  });
});
