import { afterEach, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VectorRecord } from "@quarry/core";
import { createMemoryVectorStore, type MemoryVectorStore } from "../memory-vector-store.ts";
import { createTestRandom } from "../test-random.fixture.ts";

const INDEXED = { exactBelow: 20, proposalCost: 0 };
const folders: string[] = [];
const stores: MemoryVectorStore[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-vectors-"));
  folders.push(folder);
  return folder;
}

function open(snapshotFolder: string): MemoryVectorStore {
  const store = createMemoryVectorStore({ snapshotFolder, ...INDEXED });
  stores.push(store);
  return store;
}

async function reopened(folder: string): Promise<MemoryVectorStore> {
  const store = open(folder);
  await store.load();
  return store;
}

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const ORGS = ["o", "p/../q\n\u0000"];

/** Serializes everything in a store, table by table. */
async function contents(store: MemoryVectorStore): Promise<Map<string, string>> {
  const tables = new Map<string, string[]>();
  for (const org of ORGS)
    for await (const { orgId, spaceId, model, vector, ...rest } of store.scan(org)) {
      const key = JSON.stringify([orgId, spaceId, model]);
      tables.set(key, [...(tables.get(key) ?? []), JSON.stringify({ ...rest, vector: [...vector] })]);
    }
  return new Map([...tables].map(([key, rows]) => [key, rows.sort().join("\n")]));
}

function recordMaker(seed: number) {
  const random = createTestRandom(seed);
  const { below, pick } = random;
  const record = (): VectorRecord => ({
    id: `chk_${below(400)}`,
    orgId: pick(ORGS),
    spaceId: pick(["s", "t", "../../😀"]),
    documentId: `doc_${below(40)}`,
    generation: below(1000),
    model: "m",
    vector: below(20) === 0 ? new Float32Array(8) : random.vector(8),
    metadata: pick([{}, { year: 1999 }, { tags: ["x", "é\n"], deep: { a: [null, 0.1] } }]),
  });
  return { random, record };
}

test("a saved store has the same records and search results after a load", async () => {
  const folder = await newFolder();
  const { random, record } = recordMaker(1);
  const store = open(folder);
  await store.upsert(Array.from({ length: 600 }, record));
  await store.delete({ orgId: "o", documentId: "doc_3" });
  await store.settled();
  await store.save();
  const copy = await reopened(folder);
  expect(await contents(copy)).toEqual(await contents(store));
  for (let round = 0; round < 20; round += 1) {
    const scope = { orgId: "o", spaceIds: ["s", "t"] };
    const question = { scope, model: "m", vector: random.vector(8), topK: 7 };
    expect(await copy.query(question)).toEqual(await store.query(question));
  }
});

test("a table whose file is mapped can change, and the file does not", async () => {
  const folder = await newFolder();
  const { random, record } = recordMaker(7);
  const wide = (at: number): VectorRecord => ({
    ...record(),
    ...{ id: `c${at}`, orgId: "o", spaceId: "s", vector: random.vector(512) },
  });
  const store = createMemoryVectorStore({ snapshotFolder: folder, isExact: () => true });
  stores.push(store);
  // More than a megabyte: the save maps its file.
  await store.upsert(Array.from({ length: 1500 }, (_, at) => wide(at)));
  const before = await contents(store);
  await store.save();
  expect(await contents(store)).toEqual(before);
  const unsaved = Array.from({ length: 400 }, (_, at) => wide(at * 5));
  await store.upsert(unsaved);
  const copy = await reopened(folder);
  expect(await contents(copy)).toEqual(before);
  await copy.upsert(unsaved);
  expect(await contents(copy)).toEqual(await contents(store));
  expect(await contents(await reopened(folder))).toEqual(before);
  await store.save();
  expect(await contents(await reopened(folder))).toEqual(await contents(store));
});

test("save writes only changed tables and removes the files of deleted ones", async () => {
  const folder = await newFolder();
  const { record } = recordMaker(2);
  const store = open(folder);
  await writeFile(join(folder, "foreign.txt"), "mine");
  await store.upsert(Array.from({ length: 300 }, () => ({ ...record(), orgId: "o" })));
  await store.settled();
  await store.save();
  const first = (await readdir(folder)).sort();
  expect(first.filter((name) => name.endsWith(".vectors"))).toHaveLength(3);
  expect(first.filter((name) => name.endsWith(".index"))).toHaveLength(3);
  expect(first.some((name) => name.includes("tmp"))).toBe(false);
  for (const name of first) await writeFile(join(folder, name), "overwritten");
  await store.save();
  for (const name of first) expect(await readFile(join(folder, name), "utf8")).toBe("overwritten");
  await store.delete({ orgId: "o", spaceId: "s" });
  await store.upsert([{ ...record(), orgId: "o", spaceId: "t" }]);
  await store.save();
  const left = await readdir(folder);
  expect(left.filter((name) => name.endsWith(".vectors"))).toHaveLength(2);
  await store.delete({ orgId: "o" });
  await store.save();
  expect(await readdir(folder)).toEqual(["foreign.txt"]);
});

test("a save captures one moment, regardless of concurrent writes", async () => {
  const folder = await newFolder();
  const { record } = recordMaker(3);
  const store = open(folder);
  const records = Array.from({ length: 400 }, (_, at) => ({
    ...record(),
    id: `a${at}`,
    orgId: "o",
    spaceId: "s",
  }));
  await store.upsert(records);
  await store.settled();
  const before = await contents(store);
  const saving = store.save();
  let isSaved = false;
  saving.finally(() => {
    isSaved = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  for (let at = 0; !isSaved; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    const old = records[at % records.length] as VectorRecord;
    if (at % 2 === 0) await store.delete({ orgId: "o", documentId: old.documentId });
    else await store.upsert([{ ...record(), id: old.id, orgId: "o", spaceId: "s" }]);
  }
  await saving;
  const found = await contents(await reopened(folder));
  // The cut happens one or two turns after the call.
  expect([...found.values()][0]?.split("\n").length).toBeGreaterThan(300);
  const rows = new Set([...before.values()][0]?.split("\n"));
  const foreign = [...found.values()][0]?.split("\n").filter((row) => !rows.has(row)) ?? [];
  expect(foreign.length).toBeLessThan(5);
  await store.save();
  expect(await contents(await reopened(folder))).toEqual(await contents(store));
});

test.each([11, 12, 13])("damaged files load only states that some save wrote (seed %d)", async (seed) => {
  const folder = await newFolder();
  const { random, record } = recordMaker(seed);
  const { below, pick } = random;
  /** Every saved state, by table. */
  const states = new Map<string, Set<string>>();
  let store = open(folder);
  for (let round = 0; round < 25; round += 1) {
    await store.upsert(Array.from({ length: below(80) }, record));
    if (below(3) === 0) await store.delete({ orgId: pick(ORGS), documentId: `doc_${below(40)}` });
    if (below(8) === 0) await store.delete({ orgId: pick(ORGS), spaceId: pick(["s", "t"]) });
    if (below(2) === 0) await store.settled();
    await store.save();
    const saved = await contents(store);
    for (const [key, rows] of saved) states.set(key, (states.get(key) ?? new Set()).add(rows));
    expect(await contents(await reopened(folder))).toEqual(saved);

    const damaged = await damage(folder, random);
    store = await reopened(folder);
    const loaded = await contents(store);
    for (const [key, rows] of loaded) expect(states.get(key)?.has(rows)).toBe(true);
    // A lost index is harmless: it is rebuilt.
    expect(loaded.size).toBe(saved.size - (damaged.endsWith(".vectors") ? 1 : 0));
    const scope = { orgId: "o", spaceIds: ["s", "t"] };
    const hits = await store.query({ scope, model: "m", vector: random.vector(8), topK: 1000 });
    const rows = [...loaded].filter(([key]) => key === '["o","s","m"]' || key === '["o","t","m"]');
    const findable = rows
      .flatMap(([, text]) => text.split("\n"))
      .filter((row) => /"vector":\[(?!0,0)/.test(row));
    expect(hits.length).toBe(findable.length);
  }
});

/** Truncates or extends a file, or changes a byte of it. Returns its name. */
async function damage(folder: string, { below, pick }: ReturnType<typeof createTestRandom>): Promise<string> {
  const names = await readdir(folder);
  if (names.length === 0) return "";
  const name = pick(names);
  const path = join(folder, name);
  const bytes = await readFile(path);
  const dice = below(4);
  if (dice === 0) await truncate(path, below(bytes.length));
  else if (dice === 1) await writeFile(path, Buffer.concat([bytes, Buffer.from("x".repeat(1 + below(40)))]));
  else {
    const at = below(bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 + below(255));
    await writeFile(path, bytes);
  }
  return name;
}

test("a missing folder and foreign files load as an empty store", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, `${"0".repeat(64)}.vectors`), "nonsense");
  expect(await contents(await reopened(folder))).toEqual(new Map());
  expect(await contents(await reopened(join(folder, "missing")))).toEqual(new Map());
  const without = createMemoryVectorStore();
  await without.load();
  await without.save();
});
