import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { QuarryError, type VectorRecord, type VectorStore } from "@quarry/core";
import { createStore as createSqliteStore } from "../stores/sqlite-store.ts";

/** How the store behaves; nothing said, it behaves well. */
export interface Mood {
  /** Whether `ready()` admits that the store is away. */
  readonly saysAway?: boolean;
  /** What becomes of every other call. `fails-late` has done it before it fails. */
  readonly calls?: "fail" | "fails-late" | "hang";
  /** Share of the calls that fail, some before and some after they are done. */
  readonly failingShare?: number;
  readonly delayMs?: number;
  /** The same for what is put in. */
  readonly upsertDelayMs?: number;
  /** Fails for records of this document only. */
  readonly refusedDocument?: string;
}

/** Away, and it says so. */
export const AWAY: Mood = { saysAway: true, calls: "fail" };
/** Goes away after it was asked whether it is there. */
export const LYING: Mood = { calls: "fail" };

/** The setting that has the service use this store. */
export const MOODY_STORE = { QUARRY_VECTOR_STORE: import.meta.path };

const RETRY_AFTER_MS = 4000;

/** Where the service of a data folder keeps the store. */
const folderOf = (dataDir: string) => join(dataDir, "vector-store");

/** Sets the mood of the store of a data folder, also of a running service's. */
export function setMood(dataDir: string, mood: Mood): void {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "next-mood"), JSON.stringify(mood));
  renameSync(join(folder, "next-mood"), join(folder, "mood"));
}

/** Looks at the store of a data folder past its moods. */
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

/** The durable store on SQLite with moods, as a setting can name it. */
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
    delete: (selector) => moodily(() => store.delete(selector)),
    count: (scope) => moodily(() => store.count(scope)),
    async *scan(orgId) {
      await moodily(async () => undefined);
      yield* store.scan(orgId);
    },
    close: () => store.close(),
    async ready() {
      if (mood().saysAway) throw away();
    },
  };
}

function away(): QuarryError {
  return new QuarryError("unavailable", "The moody store is away.", { retryAfterMs: RETRY_AFTER_MS });
}
