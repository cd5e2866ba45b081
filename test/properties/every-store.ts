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
  /** True of an engine whose index loses hold of a record now and then, when vectors change in place around it. */
  readonly losesSome: boolean;
}

/** Every vector store that this machine can run, empty; says loudly which it cannot. */
export async function openEveryStore(): Promise<{ stores: NamedStore[]; close(): Promise<void> }> {
  const stores: NamedStore[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const add = (name: string, store: VectorStore, losesSome = false) => {
    closing.push(() => store.close());
    stores.push({ name, store, losesSome });
  };
  const leaveOut = (name: string) =>
    console.warn(`LEFT OUT: ${name}, which is not on this machine, is not compared with the other stores.`);
  const folder = await mkdtemp(join(tmpdir(), "quarry-agree-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));

  add("memory", createMemoryVectorStore());
  // It answers exactly as long as the index proposes everything, which with few records it does.
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
