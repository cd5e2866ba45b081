import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QuarryError, type VectorRecord, type VectorStore } from "@quarry/core";
import { createStore as createSqliteStore } from "../stores/sqlite-store.ts";

/** Faults of the store; none by default. */
export interface Mood {
  /** Whether `ready()` reports the outage. */
  readonly saysAway?: boolean;
  /** Whether `ready()` never answers. */
  readonly isSilent?: boolean;
  /** Outcome of all other calls. `fails-late` performs the call and then fails. */
  readonly calls?: "fail" | "fails-late" | "hang";
  /** Share of calls that fail, before or after they take effect. */
  readonly failingShare?: number;
  readonly delayMs?: number;
  /** The same for upserts. */
  readonly upsertDelayMs?: number;
  /** Limits failures to records of this document. */
  readonly refusedDocument?: string;
}

/** An outage that `ready()` reports. */
export const AWAY: Mood = { saysAway: true, calls: "fail" };
/** An outage that begins after `ready()` succeeded. */
export const LYING: Mood = { calls: "fail" };

/** The value of QUARRY_VECTOR_STORE that selects this store. */
export const MOODY_STORE = { QUARRY_VECTOR_STORE: import.meta.path };

const RETRY_AFTER_MS = 4000;

/** The store's file in a data folder. */
const folderOf = (dataDir: string) => join(dataDir, "vector-store");

/** Sets the faults of the store in a data folder, also while the service runs. */
export function setMood(dataDir: string, mood: Mood): void {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "next-mood"), JSON.stringify(mood));
  renameSync(join(folder, "next-mood"), join(folder, "mood"));
}

/** Opens the store of a data folder without its faults. */
export async function withStore<Result>(
  dataDir: string,
  task: (store: VectorStore) => Promise<Result>,
): Promise<Result> {
  const store = createSqliteStore({ dataDir: folderOf(dataDir) });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}

/** The durable SQLite store with faults; QUARRY_VECTOR_STORE can name this module. */
export function createStore({ dataDir }: { readonly dataDir: string }): VectorStore {
  const store = createSqliteStore({ dataDir });

  function mood(): Mood {
    try {
      return JSON.parse(readFileSync(join(dataDir, "mood"), "utf8")) as Mood;
    } catch {
      return {};
    }
  }

  async function moodily<Result>(call: () => Promise<Result>, records: readonly VectorRecord[] = []) {
    const { calls, failingShare = 0, delayMs = 0, refusedDocument } = mood();
    if (delayMs > 0) await Bun.sleep(delayMs);
    if (calls === "hang") await new Promise(() => undefined);
    const isUnlucky = Math.random() < failingShare;
    const isRefused = records.some(({ documentId }) => documentId === refusedDocument);
    if (calls === "fail" || isRefused || (isUnlucky && Math.random() < 0.5)) throw away();
    const result = await call();
    if (calls === "fails-late" || isUnlucky) throw away();
    return result;
  }

  return {
    name: "moody",
    capabilities: store.capabilities,
    async upsert(records) {
      await Bun.sleep(mood().upsertDelayMs ?? 0);
      await moodily(() => store.upsert(records), records);
    },
    query: (query) => moodily(() => store.query(query)),
    scores: (scoring) =>
      moodily(async () => {
        const hits = await store.query({ ...scoring, topK: Number.MAX_SAFE_INTEGER });
        return new Map(hits.filter(({ id }) => scoring.ids.includes(id)).map(({ id, score }) => [id, score]));
      }),
    delete: (selector) => moodily(() => store.delete(selector)),
    count: (scope) => moodily(() => store.count(scope)),
    async *scan(orgId) {
      await moodily(async () => undefined);
      yield* store.scan(orgId);
    },
    close: () => store.close(),
    async ready() {
      if (mood().isSilent) await new Promise(() => undefined);
      if (mood().saysAway) throw away();
    },
  };
}

function away(): QuarryError {
  return new QuarryError("unavailable", "The moody store is away.", { retryAfterMs: RETRY_AFTER_MS });
}
