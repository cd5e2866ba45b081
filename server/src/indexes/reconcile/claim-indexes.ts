import { type LexicalIndex, QuarryError, type VectorStore } from "@quarry/core";
import { eq } from "drizzle-orm";
import type { Claim, OpenDatabase } from "../../platform/database/database.ts";
import { derivedIndexes } from "../../platform/database/tables/index-tables.ts";
import type { IndexKind } from "../records/index-differences.ts";
import { isEmptied } from "./emptied-store.ts";

/** A claim that lets this process serve the database with its indexes. */
export interface IndexClaim {
  /** True when no other process served this database when this one started. */
  readonly isOnlyProcess: boolean;
  /**
   * Runs `fill` when an index may differ from the database: always for an index in memory; for a durable index when it
   * is new, when an earlier run was interrupted, or when it was emptied. Only one process runs it at a time.
   */
  fillWhereNeeded(kind: IndexKind, fill: () => Promise<void>): Promise<void>;
  release(): Promise<void>;
}

const NAME = "quarry indexes";
const TRIES = 20;
const WAIT_MS = 250;

/**
 * Ensures that all processes on this database use the same indexes, so that each finds what the others write. Indexes in
 * memory allow a single process.
 * @throws QuarryError `invalid_request` when another process serves the database with other indexes.
 */
export async function claimIndexes(
  database: OpenDatabase,
  { lexical, vectors }: { readonly lexical: LexicalIndex; readonly vectors: VectorStore },
): Promise<IndexClaim> {
  const { db } = database;
  const indexes = [
    { kind: "lexical" as const, name: lexical.name, durable: lexical.durable },
    { kind: "vectors" as const, name: vectors.name, durable: vectors.capabilities.durable },
  ];
  const isSingleProcess = indexes.some(({ durable }) => !durable);

  async function matchStored(): Promise<boolean> {
    const rows = await db.select().from(derivedIndexes);
    return indexes.every(({ kind, name }) => rows.some((row) => row.kind === kind && row.name === name));
  }

  /** Stores which indexes are in use. They count as filled only if they were in use and filled before. */
  async function storeIndexes(): Promise<void> {
    const rows = new Map((await db.select().from(derivedIndexes)).map((row) => [row.kind, row]));
    for (const { kind, name, durable } of indexes) {
      const before = rows.get(kind);
      const row = { kind, name, isFilled: durable && before?.name === name && before.isFilled };
      // A write would wait for the disk.
      if (before?.name === name && before.isFilled === row.isFilled) continue;
      await db
        .insert(derivedIndexes)
        .values(row)
        .onConflictDoUpdate({ target: derivedIndexes.kind, set: row });
    }
  }

  let exclusive = await database.claim(NAME, "alone");
  let shared: Claim | undefined;
  // A starting process holds the claim exclusively for a moment.
  for (let tries = 1; !exclusive && !shared; tries += 1) {
    if (!isSingleProcess && (await matchStored())) shared = await database.claim(NAME, "shared");
    if (shared) break;
    if (tries >= TRIES) throw conflictingIndexes(isSingleProcess);
    await Bun.sleep(WAIT_MS);
    exclusive = await database.claim(NAME, "alone");
  }
  const isOnlyProcess = exclusive !== undefined;
  if (exclusive) {
    await storeIndexes();
    if (!isSingleProcess) await exclusive.share();
  }

  async function isFilled(kind: IndexKind): Promise<boolean> {
    const [row] = await db.select().from(derivedIndexes).where(eq(derivedIndexes.kind, kind));
    return row?.isFilled === true && !(kind === "vectors" && (await isEmptied(db, vectors)));
  }

  return {
    isOnlyProcess,
    release: async () => (exclusive ?? shared)?.release(),
    async fillWhereNeeded(kind, fill) {
      if (await isFilled(kind)) return;
      await database.exclusively(`quarry filling ${kind}`, async () => {
        // Another process may have filled it while this one waited.
        if (await isFilled(kind)) return;
        await fill();
        if (indexes.some((index) => index.kind === kind && index.durable))
          await db.update(derivedIndexes).set({ isFilled: true }).where(eq(derivedIndexes.kind, kind));
      });
    },
  };
}

function conflictingIndexes(isSingleProcess: boolean): QuarryError {
  return new QuarryError(
    "invalid_request",
    isSingleProcess
      ? "Another Quarry process serves this database, and the in-memory vector store supports only one. Stop that process, or set QUARRY_VECTOR_STORE to pgvector or chroma for all processes."
      : "Another Quarry process serves this database with a different QUARRY_VECTOR_STORE. Use the same one for all processes; to change it, stop all of them first.",
  );
}
