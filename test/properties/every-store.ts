import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createChromaVectorStore } from "@quarry/chroma";
import type { VectorStore } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";
import { createPgvectorStore } from "@quarry/pgvector";
import { openServerDatabase } from "../../server/src/platform/database/server.ts";
import { createStore } from "../stores/sqlite-store.ts";
import { hasChroma, startChroma } from "../support/chroma.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";

/** A store under comparison. */
export interface NamedStore {
  readonly name: string;
  readonly store: VectorStore;
  /** True for an engine whose index occasionally misses a record after updates of nearby vectors. */
  readonly losesSome: boolean;
}

/** Opens every vector store available on this machine, empty. Warns about unavailable ones. */
export async function openEveryStore(): Promise<{ stores: NamedStore[]; close(): Promise<void> }> {
  const stores: NamedStore[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const add = (name: string, store: VectorStore, losesSome = false) => {
    closing.push(() => store.close());
    stores.push({ name, store, losesSome });
  };
  const leaveOut = (name: string) =>
    console.warn(
      `SKIPPED: ${name} is not installed on this machine and is not compared with the other stores.`,
    );
  const folder = await mkdtemp(join(tmpdir(), "quarry-agree-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));

  add("memory", createMemoryVectorStore());
  // Exact as long as the index proposes all records, which it does for few records.
  const indexed = createMemoryVectorStore({ exactBelow: 4, proposalCost: 0 });
  const query: VectorStore["query"] = async (question) => {
    await indexed.settled();
    return indexed.query(question);
  };
  add("memory with an index", { ...indexed, query });
  add("SQLite", createStore({ dataDir: join(folder, "sqlite") }));

  if (hasPostgres()) {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const database = await openServerDatabase(await postgres.createDatabase());
    closing.push(() => database.close());
    add("pgvector on PostgreSQL", await createPgvectorStore(database.db));
  } else leaveOut("PostgreSQL");
  if (hasChroma()) {
    const chroma = await startChroma();
    closing.push(() => chroma.stop());
    add("Chroma", createChromaVectorStore({ url: chroma.url }), true);
  } else leaveOut("Chroma");

  return {
    stores,
    async close() {
      for (const close of closing.toReversed()) await close();
    },
  };
}
