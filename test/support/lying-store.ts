import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { VectorHit, VectorStore } from "@quarry/core";
import { createStore as createSqliteStore } from "../stores/sqlite-store.ts";

/** What a store of someone else may do; each in a few lines. */
export type Lie = keyof typeof LIES | "none";

type Members = Partial<VectorStore>;

const never = () => new Promise<never>(() => undefined);
const fail = (error: unknown) => async () => Promise.reject(error);
/** Every member fails. */
const all = (call: () => Promise<never>): Members => ({
  upsert: call,
  query: call,
  scores: call,
  delete: call,
  count: call,
  // biome-ignore lint/correctness/useYield: it fails first.
  async *scan() {
    await call();
  },
});

type Hits = (hits: readonly VectorHit[]) => unknown;
/** Changes what `query` and `scores` answer. */
const answers = (store: VectorStore, change: Hits): Members => ({
  query: async (query) => change(await store.query(query)) as VectorHit[],
  scores: async ({ ids, ...asked }) => {
    const found = (await store.query({ ...asked, topK: 1000 })).filter(({ id }) => ids.includes(id));
    const changed = change(found);
    if (!Array.isArray(changed)) return changed as Map<string, number>;
    return new Map(changed.map(({ id, score }: VectorHit) => [id, score]));
  },
});

const LIES = {
  "throws an Error": () => ({
    ...all(fail(new Error("connect ECONNREFUSED 127.0.0.1:6333"))),
    ready: fail(new Error("not ready")),
  }),
  "throws a string": () => all(fail("closed")),
  "rejects with nothing": () => all(fail(undefined)),
  "throws at once": () => ({
    query: () => {
      throw new TypeError("x is not a function");
    },
    scores: () => {
      throw new TypeError("x is not a function");
    },
  }),
  "hangs on reads": () => ({ query: never, scores: never }),
  "hangs on writes": () => ({ upsert: never, delete: never }),
  "returns NaN": (store) => answers(store, (hits) => hits.map((hit) => ({ ...hit, score: Number.NaN }))),
  "returns no scores": (store) => answers(store, () => []),
  "returns unknown ids": (store) =>
    answers(store, (hits) => hits.map((hit, at) => ({ ...hit, id: `chk_unknown${at}` }))),
  "returns a foreign space": (store) =>
    answers(store, (hits) => hits.map((hit) => ({ ...hit, id: "chk_theirs", spaceId: "spc_theirs" }))),
  "returns no array": (store) => answers(store, () => ({ hits: "none" })),
  "is slow": (store) => {
    const later = answers(store, (hits) => hits);
    return {
      query: async (query) => Bun.sleep(1100).then(() => later.query?.(query) ?? []),
      scores: async (scoring) => Bun.sleep(1100).then(() => later.scores?.(scoring) ?? new Map()),
    };
  },
  "says ready but is not": () => ({ ...all(fail(new Error("no leader"))), ready: async () => undefined }),
} satisfies Record<string, (store: VectorStore) => Members>;

/** The lies by name. */
export const LIE_NAMES = Object.keys(LIES) as (keyof typeof LIES)[];

/** Settings that select this store. */
export const LYING_STORE = { QUARRY_VECTOR_STORE: import.meta.path };

/** Sets what the store of a data folder does, also while the service runs. */
export function tellLie(dataDir: string, lie: Lie): void {
  writeFileSync(join(dataDir, "next-lie"), lie);
  renameSync(join(dataDir, "next-lie"), join(dataDir, "lie"));
}

/** A store that is not durable and does what `tellLie` says; QUARRY_VECTOR_STORE can name this module. */
export function createStore({ dataDir }: { readonly dataDir: string }): VectorStore {
  const store = createSqliteStore({ dataDir });
  const honest: VectorStore = {
    ...store,
    ...answers(store, (hits) => hits),
    name: "liar",
    capabilities: { ...store.capabilities, durable: false },
    ready: async () => undefined,
  };
  const lie = (): Members => {
    const name = readLie(join(dataDir, "..", "lie"));
    return name === "none" ? {} : LIES[name](store);
  };
  return {
    name: honest.name,
    capabilities: honest.capabilities,
    upsert: (records) => ({ ...honest, ...lie() }).upsert(records),
    query: (query) => ({ ...honest, ...lie() }).query(query),
    scores: (scoring) => ({ ...honest, ...lie() }).scores?.(scoring) ?? Promise.resolve(new Map()),
    delete: (selector) => ({ ...honest, ...lie() }).delete(selector),
    count: (scope) => ({ ...honest, ...lie() }).count(scope),
    scan: (orgId) => ({ ...honest, ...lie() }).scan(orgId),
    ready: async () => ({ ...honest, ...lie() }).ready?.(),
    close: () => store.close(),
  };
}

function readLie(file: string): Lie {
  try {
    return readFileSync(file, "utf8") as Lie;
  } catch {
    return "none";
  }
}
