import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { POSTGRES } from "../../support/configurations.ts";
import { hasPostgres } from "../../support/postgres.ts";
import {
  about,
  IS_MEMORY,
  IS_OTHER,
  inEveryMode,
  type Processes,
  prepareProcesses,
  refusalApart,
  refusalOf,
  type Settings,
  shown,
} from "./processes.ts";

// All processes on a database must use the same vector store. A process with another one is rejected without harm.

const MEMORY = { QUARRY_VECTOR_STORE: "memory" };
const PGVECTOR = { QUARRY_VECTOR_STORE: "pgvector" };
const MODULE = { QUARRY_VECTOR_STORE: "./examples/vector-store/src/index.ts" };
/** Never contacted. */
const CHROMA = { QUARRY_VECTOR_STORE: "chroma", CHROMA_URL: "http://127.0.0.1:9" };

describe.skipIf(!hasPostgres())("processes on one PostgreSQL with different vector stores:", () => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await prepareProcesses(POSTGRES);
  }, 120_000);
  afterEach(() => processes.stopAll());
  afterAll(() => processes?.end(), 30_000);

  const refusalElsewhere = (store: Settings) => refusalApart(processes, store);

  test("while pgvector serves, all other stores are rejected without disturbing it", async () => {
    const [first, second] = [await processes.start(), await processes.start()];
    const refused = Promise.all([MEMORY, MODULE, CHROMA].map(refusalElsewhere));
    expect(await refusalOf({ ...processes.env, ...MEMORY })).toContain(
      `${processes.env.QUARRY_DATA_DIR} is in use by another Quarry`,
    );
    expect(await refused).toEqual([IS_MEMORY, IS_OTHER, IS_OTHER]);
    const third = await processes.start();
    const { space } = await second.quarry.spaces.create({ name: "Undisturbed" });
    await first.quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content: about("heron") });
    for (const { quarry } of [first, second, third])
      expect(await shown(quarry, space.id, "heron")).toEqual(inEveryMode([`${about("heron")} {}`]));
    // Includes the first process when it is alone.
    await Promise.all([second.kill(), third.stop()]);
    expect(await refusalElsewhere(MEMORY)).toBe(IS_MEMORY);
  }, 120_000);

  test("while memory serves, all others are rejected, including a second one in memory", async () => {
    await processes.start(MEMORY);
    const refused = await Promise.all([MEMORY, PGVECTOR, MODULE, CHROMA].map(refusalElsewhere));
    expect(refused).toEqual([IS_MEMORY, IS_OTHER, IS_OTHER, IS_OTHER]);
    for (const store of [MEMORY, PGVECTOR])
      expect(await refusalOf({ ...processes.env, ...store })).toContain(
        "is in use by another Quarry. Stop that one, or set",
      );
  }, 120_000);

  test("after all processes stopped or were killed, any other store may serve and finds all documents", async () => {
    const kept: string[] = [];
    let replaced = "";
    let spaceId = "";
    for (const [at, store] of [PGVECTOR, MEMORY, PGVECTOR, MODULE, MEMORY, MODULE].entries()) {
      const { quarry, kill, stop } = await processes.start(store);
      if (at === 0) spaceId = (await quarry.spaces.create({ name: "Handed on" })).space.id;
      const put = (filename: string, word: string) =>
        quarry.documents.upsert({ spaceId, filename, content: about(word) });
      const [present, changed] = [`present${at}`, `changed${at}`];
      for (const word of replaced === "" ? [] : [...kept, replaced])
        expect(await shown(quarry, spaceId, word)).toEqual(inEveryMode([`${about(word)} {}`]));
      await put(`${at}.md`, present);
      // The store from two turns ago still has its old records.
      await put("same.md", changed);
      expect(await shown(quarry, spaceId, replaced || "nothing")).toEqual(inEveryMode([]));
      kept.push(present);
      replaced = changed;
      await (at % 2 === 0 ? kill() : stop());
    }
  }, 120_000);
});
