import type { VectorHit, VectorQuery, VectorRecord, VectorStore } from "@quarry/core";
import type { Random } from "../random.ts";
import type { Expectation } from "../runner.ts";
import { exactMatches, faultsOf } from "./exact-answer.ts";
import type { Settings, VectorStoreSubject } from "./subject.ts";

/** Default scope of records and queries. */
export const SCOPE = { orgId: "org_a", spaceIds: ["spc_a"] } as const;

/** Default embedding model of records and queries. */
export const MODEL = "model-a";

/** One test's store with shorthands. */
export interface Session {
  /** The name of the test. */
  readonly title: string;
  readonly store: VectorStore;
  readonly random: Random;
  readonly settings: Settings;
  /** Creates a record with a new id, a new document and a random vector. */
  record(fields?: Partial<VectorRecord>): VectorRecord;
  /** Upserts records in batches that the store accepts, like Quarry. */
  put(records: readonly VectorRecord[]): Promise<void>;
  query(fields?: Partial<VectorQuery>): Promise<VectorHit[]>;
  /** Returns the ids of a query's hits, in order. */
  ids(fields?: Partial<VectorQuery>): Promise<string[]>;
  /** Returns the ids of a scope's records, ascending. Fails if a query and `count` disagree. */
  held(scope?: VectorQuery["scope"]): Promise<string[]>;
  /** Fails unless a query returns the result of an exact search of `records`. */
  expectExact(records: readonly VectorRecord[], fields?: Partial<VectorQuery>): Promise<void>;
  /** Makes the engine unreachable, and returns what makes it reachable again. */
  readonly interrupt: VectorStoreSubject["interrupt"];
  /** Replaces the store by a new one on the same data. */
  reopen(): Promise<void>;
}

/** Creates the session of a test. */
export function createSession(
  title: string,
  subject: VectorStoreSubject,
  settings: Settings,
  random: Random,
  expect: (actual: unknown) => Expectation,
): Session {
  let { store } = subject;
  let made = 0;
  const questionOf = (fields: Partial<VectorQuery>): VectorQuery => ({
    scope: SCOPE,
    model: MODEL,
    vector: random.vector(settings.dimensions),
    topK: 10,
    ...fields,
  });
  const ids = async (fields: Partial<VectorQuery> = {}) =>
    (await store.query(questionOf(fields))).map(({ id }) => id);

  return {
    get store() {
      return store;
    },
    title,
    random,
    settings,
    interrupt: subject.interrupt?.bind(subject),
    ids,

    record(fields = {}) {
      made += 1;
      const number = made.toString(36).padStart(6, "0");
      return {
        id: `chk_${number}`,
        orgId: SCOPE.orgId,
        spaceId: SCOPE.spaceIds[0],
        documentId: `doc_${number}`,
        generation: 1,
        model: MODEL,
        vector: random.vector(settings.dimensions),
        metadata: {},
        ...fields,
      };
    },

    async put(records) {
      const size = Math.min(store.capabilities.maxBatch, 1000);
      for (let at = 0; at < records.length; at += size) await store.upsert(records.slice(at, at + size));
    },

    query: async (fields = {}) => store.query(questionOf(fields)),

    async held(scope = SCOPE) {
      const found = (await ids({ scope, topK: 1000 })).sort();
      expect(await store.count(scope)).toEqual(found.length);
      return found;
    },

    async expectExact(records, fields = {}) {
      const question = questionOf(fields);
      const hits = await store.query(question);
      expect(faultsOf(hits, exactMatches(records, question), question.topK)).toEqual([]);
    },

    async reopen() {
      if (!subject.reopen) throw new Error("The factory of a durable store must provide reopen().");
      store = await subject.reopen();
    },
  };
}
