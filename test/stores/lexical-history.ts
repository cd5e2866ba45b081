import { expect } from "bun:test";
import type { FilteredScope, LexicalDocument, LexicalEntry, LexicalIndex, Selector } from "@quarry/core";

/** Creates a seeded generator of random numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const VOCABULARIES = [
  "apple apples banana bananna cherry the of and wi-fi covid19 getUserName dog's 3.5 running runner garden gardens kitchen window state-of-the-art x",
  "der die das Häuser Straße Gärten Garten Küche Fenster Donaudampfschifffahrt und ein nicht Übersetzung läuft",
  "كتاب الكتاب كتب مدرسة المدرسة بيت البيت في من على نافذة حديقة",
  "книга книги дом дома окно сад сады школа и в не на",
  "東京 タワー 書籍 本 図書館 学校 窓 庭 大阪",
  "ภาษาไทย หนังสือ โรงเรียน บ้าน สวน",
].map((words) => words.split(" "));

const SPACES = ["s", "t", "u"];
const ORGS = ["o", "p"];

/** Creates a seeded sequence of writes, deletions and searches. */
export function createHistory(seed: number) {
  const random = createRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item;
  const skewed = <Item>(items: readonly Item[]) => items[Math.floor(random() ** 2 * items.length)] as Item;
  /** Words of one language and some unique ones, so that there are rare words. */
  const sentence = (most: number, words = pick(VOCABULARIES)) =>
    Array.from({ length: upTo(most + 1) }, () =>
      random() < 0.1 ? `rare${upTo(400).toString(36)}word` : skewed(words),
    ).join(" ");
  const typo = (text: string) => {
    const at = 1 + upTo(Math.max(1, text.length - 2));
    return text.slice(0, at) + text.slice(at + 1);
  };

  let writes = 0;
  function document(documentId: string, orgId: string): LexicalDocument {
    writes += 1;
    const generation = writes;
    const metadata = { kind: pick(["a", "b", "c"]), size: upTo(10), tags: [pick(["x", "y"])] };
    const words = skewed(VOCABULARIES);
    const spaceId = skewed(SPACES);
    const count = random() < 0.05 ? 0 : random() < 0.05 ? 40 : 1 + upTo(6);
    const entries = Array.from({ length: count }, (_, at): LexicalEntry => {
      const id = `${documentId}-${generation % 3}-${at}`;
      // A few documents span two spaces, which the port allows.
      const own = generation % 17 === 0 && at % 2 === 1 ? "t" : spaceId;
      const text = sentence(30, words);
      return {
        id,
        orgId,
        spaceId: own,
        documentId,
        generation,
        text,
        context: sentence(4, words),
        metadata,
      };
    });
    return { documentId, entries };
  }

  return {
    random,
    upTo,
    pick,
    sentence,
    /** Generates the arguments of a call to `replaceDocuments`. */
    replacement(documents = 60): { orgId: string; documents: LexicalDocument[] } {
      const orgId = skewed(ORGS);
      const ids = new Set(Array.from({ length: 1 + upTo(6) }, () => `d${upTo(documents)}`));
      return { orgId, documents: [...ids].map((id) => document(id, orgId)) };
    },
    deletion(documents = 60): Selector {
      const orgId = skewed(ORGS);
      const kind = random();
      if (kind < 0.9) return { orgId, documentId: `d${upTo(documents)}` };
      return kind < 0.97 ? { orgId, spaceId: pick(SPACES) } : { orgId };
    },
    question(): { scope: FilteredScope; query: string; topK: number } {
      const words = sentence(8);
      const filters = [
        { kind: "contains", value: { kind: "a" } },
        { kind: "not", part: { kind: "in", path: ["kind"], values: ["b"] } },
        { kind: "compare", path: ["size"], operator: "$gt", value: 7 },
        { kind: "in", path: ["tags"], values: ["x"] },
      ] as const;
      return {
        scope: {
          orgId: skewed(ORGS),
          spaceIds: pick([["s"], ["t"], SPACES, ["u", "s", "none", "u"], []]),
          ...(random() < 0.25 ? { documentIds: ["d1", "d2", "d3", "d5", "d8", "d13", "none"] } : {}),
          ...(random() < 0.35 ? { filter: pick(filters) } : {}),
        },
        query: pick([words, words, typo(words), typo(typo(words)), "", "?!", "zzzz qqqq", sentence(200)]),
        topK: pick([0, 1, 3, 10, 50, 100, 101, 1000]),
      };
    },
  };
}

/** A sequence created by `createHistory`. */
export type History = ReturnType<typeof createHistory>;

const SAME = 1e-9;

/** Compares the results of two indexes for the same search. Returns true if the scores are bitwise equal. */
export async function compareAnswers(
  left: LexicalIndex,
  right: LexicalIndex,
  { scope, query, topK }: ReturnType<History["question"]>,
): Promise<boolean> {
  const [expected, found] = await Promise.all([
    left.search(scope, query, topK),
    right.search(scope, query, topK),
  ]);
  const bare = (result: typeof found) => ({
    queryTerms: result.queryTerms,
    chunkCounts: [...result.chunkCounts],
    hits: result.hits.map(({ id, spaceId, documentId }) => `${id} ${spaceId} ${documentId}`),
  });
  expect(bare(found)).toEqual(bare(expected));
  let isExact = true;
  for (const [rank, { score }] of expected.hits.entries()) {
    const other = found.hits[rank]?.score ?? Number.NaN;
    expect(Math.abs(score - other)).toBeLessThan(SAME);
    isExact &&= score === other;
  }
  expect(bare(await right.searchEach(scope, query))).toEqual(bare(await left.searchEach(scope, query)));
  // Excludes the spaces outside of the scope.
  const except = new Set(["s", "t", "u"].filter((spaceId) => !scope.spaceIds.includes(spaceId)));
  const [evidence, other] = await Promise.all([
    left.sketch(scope.orgId, query, 10, except),
    right.sketch(scope.orgId, query, 10, except),
  ]);
  expect(other).toEqual(evidence);
  return isExact;
}

/** Returns an index's documents as sorted strings. */
export async function heldDocuments(index: LexicalIndex, orgId: string): Promise<string[]> {
  const held: string[] = [];
  for await (const { documentId, spaceId, generation, chunkCount } of index.documents(orgId))
    held.push(`${documentId} ${spaceId} ${generation} ${chunkCount}`);
  return held.sort();
}
