import { type LexicalIndex, QuarryError, type VectorStore } from "@quarry/core";
import { eq } from "drizzle-orm";
import type { Claim, OpenDatabase } from "../../platform/database/database.ts";
import { derivedIndexes } from "../../platform/database/tables/index-tables.ts";
import type { IndexKind } from "../records/index-differences.ts";
import { isEmptied } from "./emptied-store.ts";

/** This process's right to serve the database with its indexes. */
export interface IndexClaim {
  /** True when no other process served this database when this one started. */
  readonly isOnlyProcess: boolean;
  /**
   * Has `fill` make an index equal to the database if it may not be: one in memory may always be behind, a durable one
   * when it is new, when an earlier filling was cut off, or when it was emptied. One process does it for all.
   */
  fillWhereNeeded(kind: IndexKind, fill: () => Promise<void>): Promise<void>;
  release(): Promise<void>;
}

const NAME = "quarry indexes";
const TRIES = 20;
const WAIT_MS = 250;

/**
 * Makes sure that every process on this database keeps its indexes in the same place: what one writes must be found by
 * all. Indexes in memory are for one process alone.
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

  async function areTheSame(): Promise<boolean> {
    const rows = await db.select().from(derivedIndexes);
    return indexes.every(({ kind, name }) => rows.some((row) => row.kind === kind && row.name === name));
  }

  /** From here on, what these indexes do not get they do not have. */
  async function take(): Promise<void> {
    const rows = new Map((await db.select().from(derivedIndexes)).map((row) => [row.kind, row]));
    for (const { kind, name, durable } of indexes) {
      const before = rows.get(kind);
      const row = { kind, name, isFilled: durable && before?.name === name && before.isFilled };
      await db
        .insert(derivedIndexes)
        .values(row)
        .onConflictDoUpdate({ target: derivedIndexes.kind, set: row });
    }
  }

  let alone = await database.claim(NAME, "alone");
  let shared: Claim | undefined;
  // A process that has just started holds the name alone for a moment.
  for (let tries = 1; !alone && !shared; tries += 1) {
    if (!isSingleProcess && (await areTheSame())) shared = await database.claim(NAME, "shared");
    if (shared) break;
    if (tries >= TRIES) throw otherIndexes(isSingleProcess);
    await Bun.sleep(WAIT_MS);
    alone = await database.claim(NAME, "alone");
  }
  const isOnlyProcess = alone !== undefined;
  if (alone) {
    await take();
    if (!isSingleProcess) await alone.share();
  }

  async function isFilled(kind: IndexKind): Promise<boolean> {
    const [row] = await db.select().from(derivedIndexes).where(eq(derivedIndexes.kind, kind));
    return row?.isFilled === true && !(kind === "vectors" && (await isEmptied(db, vectors)));
  }

  return {
    isOnlyProcess,
    release: async () => (alone ?? shared)?.release(),
    async fillWhereNeeded(kind, fill) {
      if (await isFilled(kind)) return;
      await database.exclusively(`quarry filling ${kind}`, async () => {
        // Another process may have done it meanwhile.
        if (await isFilled(kind)) return;
        await fill();
        if (indexes.some((index) => index.kind === kind && index.durable))
          await db.update(derivedIndexes).set({ isFilled: true }).where(eq(derivedIndexes.kind, kind));
      });
    },
  };
}

function otherIndexes(isSingleProcess: boolean): QuarryError {
  return new QuarryError(
    "invalid_request",
    isSingleProcess
      ? "Another Quarry serves this database, and the in-memory store is for one process. Stop that one, or set QUARRY_VECTOR_STORE to pgvector or chroma for all."
      : "Another Quarry serves this database with another QUARRY_VECTOR_STORE. Give all the same one; to change it, stop them first.",
  );
}
