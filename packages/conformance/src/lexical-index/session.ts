import { type FilteredScope, type LexicalDocument, type LexicalEntry, lexicalSimilarity } from "@quarry/core";
import { createRandom, type Random } from "../random.ts";
import type { Expectation, Runner } from "../runner.ts";
import type { LexicalIndexFactory, LexicalIndexOptions, LexicalIndexSubject } from "./subject.ts";

/** Default organization of the tests. */
export const ORG = "org_a";

/** The default scope: one space. */
export const SCOPE: FilteredScope = { orgId: ORG, spaceIds: ["spc_a"] };

/** Creates a document with one entry per text. Entry ids are `<documentId>_<position>`. */
export function document(
  documentId: string,
  texts: readonly string[],
  fields: Partial<LexicalEntry> = {},
): LexicalDocument {
  const entries = texts.map((text, at) => ({
    id: `${documentId}_${at}`,
    orgId: ORG,
    spaceId: "spc_a",
    documentId,
    generation: 1,
    context: "",
    metadata: {},
    ...fields,
    text,
  }));
  return { documentId, entries };
}

/** One test's index with shorthands. */
export interface LexicalSession extends LexicalIndexSubject {
  readonly random: Random;
  /** Indexes documents of an organization. */
  put(documents: readonly LexicalDocument[], orgId?: string): Promise<void>;
  /** Returns the ids of all hits in ascending order. */
  found(query: string, scope?: FilteredScope): Promise<string[]>;
  /** Returns a search's hits after checking scores, order and chunk counts against the port's contract. */
  ranked(query: string, topK?: number, scope?: FilteredScope): Promise<string[]>;
}

/** Declares tests that each get an index of their own. */
export interface LexicalTools {
  test(name: string, body: (session: LexicalSession) => Promise<void>): void;
  expect(actual: unknown): Expectation;
}

/** Binds the runner to the factory: creates an index per test and deletes its data afterwards. */
export function lexicalTools(
  { test, expect }: Runner,
  factory: LexicalIndexFactory,
  { timeoutMs = 60_000, seed = 1 }: LexicalIndexOptions,
): LexicalTools {
  return {
    expect,
    test: (name, body) =>
      test(
        name,
        async () => {
          const subject = await factory();
          try {
            await body(createSession(subject, createRandom(seed, name), expect));
          } finally {
            await subject.cleanUp();
          }
        },
        timeoutMs,
      ),
  };
}

function createSession(
  subject: LexicalIndexSubject,
  random: Random,
  expect: (actual: unknown) => Expectation,
): LexicalSession {
  const { index } = subject;
  return {
    ...subject,
    random,
    put: (documents, orgId = ORG) => index.replaceDocuments(orgId, documents),
    async found(query, scope = SCOPE) {
      const { hits } = await index.search(scope, query, 1000);
      return hits.map(({ id }) => id).sort();
    },
    async ranked(query, topK = 1000, scope = SCOPE) {
      const { hits, queryTerms, chunkCounts } = await index.search(scope, query, topK);
      expect(hits.length).toBeLessThanOrEqual(topK);
      const faults: string[] = [];
      let before: { readonly id: string; readonly similarity: number } | undefined;
      for (const { id, spaceId, score } of hits) {
        const similarity = lexicalSimilarity(score, queryTerms, chunkCounts.get(spaceId) ?? 0);
        if (!(score > 0) || !Number.isFinite(score)) faults.push(`${id} has score ${score}`);
        if (!scope.spaceIds.includes(spaceId)) faults.push(`${id} is in ${spaceId}, outside of the scope`);
        if (!chunkCounts.has(spaceId)) faults.push(`The chunk count of ${spaceId} is missing`);
        const isOrdered =
          !before || before.similarity > similarity || (before.similarity === similarity && before.id < id);
        if (!isOrdered)
          faults.push(`${id} (${similarity}) comes after ${before?.id} (${before?.similarity})`);
        before = { id, similarity };
      }
      expect(faults).toEqual([]);
      return hits.map(({ id }) => id);
    },
  };
}
