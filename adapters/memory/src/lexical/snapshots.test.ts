import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LexicalEntry } from "@quarry/core";
import { rejection } from "../../../../test/support/failure.ts";
import { createMemoryLexicalIndex, type MemoryLexicalIndex } from "./memory-lexical-index.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lexical-snapshots-"));
});
afterAll(() => rm(root, { recursive: true }));

const newFolder = () => mkdtemp(join(root, "case-"));

const SPACES = ["s", "../t\n\ud800"];
const QUERIES = [
  "apple garden",
  "wi-fi covid19 the",
  "東京 runner",
  "gardn kitchn",
  "state-of-the-art 𐌰𐌱𐌲",
  "ภาษา",
];
const WORDS =
  "apple apples banana cherry the of wi-fi covid19 dog's 3.5 running der die und Häuser 東京 タワー ภาษาไทย state-of-the-art garden kitchen window 𐌰𐌱𐌲𐌳 x".split(
    " ",
  );

/** Creates a seeded generator of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function createDocument(random: () => number, documentId: string, generation: number): LexicalEntry[] {
  const below = (most: number) => Math.floor(random() * most);
  const sentence = (most: number) =>
    Array.from({ length: below(most) }, () => WORDS[below(WORDS.length)]).join(" ");
  const spaceId = SPACES[below(3) === 0 ? 1 : 0] as string;
  return Array.from({ length: 1 + below(6) }, (_, at) => ({
    id: `${documentId}-${generation}-${at}`,
    orgId: "o",
    spaceId,
    documentId,
    generation,
    text: sentence(25),
    context: sentence(4),
    metadata: { kind: `k${below(2)}`, "Größe\n": [below(9)] },
  }));
}

async function open(snapshotFolder: string): Promise<MemoryLexicalIndex> {
  const index = createMemoryLexicalIndex({ snapshotFolder });
  await index.load();
  return index;
}

async function put(index: MemoryLexicalIndex, entries: readonly LexicalEntry[]): Promise<void> {
  const [{ orgId, documentId }] = entries as [LexicalEntry];
  await index.replaceDocuments(orgId, [{ documentId, entries }]);
}

/** Serializes every result that an index can return. */
async function look(index: MemoryLexicalIndex) {
  const filter = { kind: "contains", value: { kind: "k1" } } as const;
  const documents = await Array.fromAsync(index.documents("o"));
  const answers = [];
  for (const query of QUERIES)
    answers.push(
      await index.search({ orgId: "o", spaceIds: SPACES }, query, 500),
      await index.search({ orgId: "o", spaceIds: SPACES, filter }, query, 5),
      await index.sketch("o", query, 100, new Set()),
    );
  return {
    organizations: [...index.organizations()],
    documents: documents.sort((a, b) => (a.documentId < b.documentId ? -1 : 1)),
    answers,
  };
}

async function fresh(documents: Iterable<readonly LexicalEntry[]>): Promise<MemoryLexicalIndex> {
  const index = createMemoryLexicalIndex();
  for (const entries of documents) await put(index, entries);
  return index;
}

async function fill(index: MemoryLexicalIndex, random: () => number, count: number) {
  const live = new Map<string, LexicalEntry[]>();
  for (let at = 0; at < count; at++) {
    live.set(`d${at}`, createDocument(random, `d${at}`, 1));
    await put(index, live.get(`d${at}`) as LexicalEntry[]);
  }
  return live;
}

describe("a loaded index", () => {
  // Files of more than a megabyte are mapped, by a load and after a save.
  for (const [seed, bulk] of [[1], [2], [3], [4, "x".repeat(30_000)]] as const)
    test(`equals the saved index to the last bit, through restarts and writes ${seed}`, async () => {
      const random = createRandom(seed);
      const create = (documentId: string, generation: number) =>
        createDocument(random, documentId, generation).map((entry) => ({
          ...entry,
          metadata: { ...entry.metadata, ...(bulk && { bulk }) },
        }));
      const folder = await newFolder();
      const live = new Map<string, LexicalEntry[]>();
      let index = await open(folder);
      for (let number = 1; number <= 600; number++) {
        const documentId = `d${Math.floor(random() * 60)}`;
        const action = random();
        if (action < 0.2) {
          live.delete(documentId);
          await index.delete({ orgId: "o", documentId });
        } else if (action < 0.205) {
          for (const [id, [first]] of live) if (first?.spaceId === SPACES[1]) live.delete(id);
          await index.delete({ orgId: "o", spaceId: SPACES[1] as string });
        } else {
          live.set(documentId, create(documentId, number));
          await put(index, live.get(documentId) as LexicalEntry[]);
        }
        if (random() < 0.05) await index.save();
        if (number % 50 !== 0) continue;
        const wanted = await look(await fresh(live.values()));
        expect(await look(index)).toEqual(wanted);
        await index.save();
        await index.close();
        index = await open(folder);
        if (number % 100 === 0) await index.load();
        expect(await look(index)).toEqual(wanted);
      }
    }, 120_000);

  test("has each document as before or after a write that ran during the save", async () => {
    const random = createRandom(11);
    // A few megabytes of metadata and words that disappear: the save yields often, the space is compacted, and terms
    // are freed.
    const bulk = "x".repeat(20_000);
    const create = (documentId: string, generation: number) =>
      createDocument(random, documentId, generation).map((entry) => ({
        ...entry,
        text: `${entry.text} only${generation}here`,
        metadata: { ...entry.metadata, bulk },
      }));
    for (let round = 0; round < 5; round++) {
      const folder = await newFolder();
      const index = await open(folder);
      const versions = new Map<string, LexicalEntry[][]>();
      let generation = 0;
      const write = async (documentId: string) => {
        generation += 1;
        const entries = create(documentId, generation);
        versions.set(documentId, [...(versions.get(documentId) ?? []), entries]);
        await put(index, entries);
      };
      for (let at = 0; at < 150; at++) await write(`d${at}`);
      let isSaved = false;
      const saving = index.save().then(() => {
        isSaved = true;
      });
      while (!isSaved) {
        await write(`d${generation % 150}`);
        if (generation % 60 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await saving;
      expect(generation).toBeGreaterThan(200);
      const loaded = await open(folder);
      const held = await Array.fromAsync(loaded.documents("o"));
      expect(held.length).toBe(150);
      const asHeld = held.map((document) =>
        versions.get(document.documentId)?.find(([first]) => first?.generation === document.generation),
      );
      expect(await look(loaded)).toEqual(await look(await fresh(asHeld as LexicalEntry[][])));
      const latest = [...versions.values()].map((all) => all.at(-1) as LexicalEntry[]);
      const wanted = await look(await fresh(latest));
      expect(await look(index)).toEqual(wanted);
      // Changes after the capture remain unsaved.
      await index.save();
      expect(await look(await open(folder))).toEqual(wanted);
    }
  }, 120_000);

  for (const restarts of [true, false])
    test(`reuses the numbers of deleted words, so files do not grow; restarts: ${restarts}`, async () => {
      const folder = await newFolder();
      const sizes: number[] = [];
      let index = await open(folder);
      for (let generation = 1; generation <= 12; generation++) {
        for (let at = 0; at < 100; at++) {
          const text = `${generation * 1000 + at}th`;
          const entry = { id: `c${at}`, orgId: "o", spaceId: "s", documentId: `d${at}`, generation, text };
          await put(index, [{ ...entry, context: "", metadata: {} }]);
        }
        await index.save();
        sizes.push((await stat(join(folder, (await readdir(folder))[0] as string))).size);
        if (restarts) index = await open(folder);
      }
      expect(sizes.at(-1)).toBeLessThan(1.5 * (sizes[2] as number));
    });

  test("lacks only the space whose file is damaged", async () => {
    const random = createRandom(5);
    const folder = await newFolder();
    const index = await open(folder);
    await fill(index, random, 40);
    await index.save();
    const names = await readdir(folder);
    expect(names.length).toBe(2);
    for (let time = 0; time < 60; time++) {
      const path = join(folder, names[time % 2] as string);
      const whole = await readFile(path);
      const offset = Math.floor(random() * whole.length);
      const damaged = Uint8Array.from(whole);
      damaged[offset] = (damaged[offset] as number) ^ (1 + Math.floor(random() * 255));
      await writeFile(path, time % 4 < 2 ? whole.subarray(0, offset) : damaged);
      const loaded = await open(folder);
      const spaces = new Set((await Array.fromAsync(loaded.documents("o"))).map(({ spaceId }) => spaceId));
      expect(spaces.size).toBe(1);
      await writeFile(path, whole);
    }
    expect(await look(await open(folder))).toEqual(await look(index));
  });

  test("has a document once, even when a crash left it in the files of two spaces", async () => {
    const [folder, before] = [await newFolder(), await newFolder()];
    const index = await open(folder);
    const entry = { id: "c", orgId: "o", documentId: "d", text: "apple", context: "", metadata: {} };
    await put(index, [{ ...entry, id: "x", documentId: "x", spaceId: "s", generation: 9 }]);
    await put(index, [{ ...entry, spaceId: "s", generation: 1 }]);
    await index.save();
    await cp(folder, before, { recursive: true });
    await put(index, [{ ...entry, spaceId: SPACES[1] as string, generation: 2 }]);
    await index.save();
    await cp(before, folder, { recursive: true });
    const loaded = await open(folder);
    expect(await look(loaded)).toEqual(await look(index));
    await loaded.save();
    expect(await look(await open(folder))).toEqual(await look(index));
  });
});

describe("saving", () => {
  test("writes only changed spaces and removes the files of deleted ones", async () => {
    const folder = await newFolder();
    const index = await open(folder);
    const entry = {
      id: "c",
      orgId: "o",
      documentId: "d",
      generation: 1,
      text: "apple",
      context: "",
      metadata: {},
    };
    for (const spaceId of ["a", "b", "c"])
      await put(index, [{ ...entry, documentId: `in ${spaceId}`, id: spaceId, spaceId }]);
    await put(index, [{ ...entry, orgId: "other", spaceId: "a" }]);
    await writeFile(join(folder, "of-someone-else"), "");
    const inodes = async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith(".lexical"));
      return new Map(
        await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino] as const)),
      );
    };
    const differing = (left: Map<string, number>, right: Map<string, number>) =>
      [...left].filter(([name, inode]) => right.get(name) !== inode).length;

    await index.save();
    const first = await inodes();
    expect(first.size).toBe(4);
    await index.save();
    expect(await inodes()).toEqual(first);
    const loaded = await open(folder);
    await loaded.save();
    expect(await inodes()).toEqual(first);

    await put(loaded, [{ ...entry, documentId: "in a", spaceId: "a", generation: 2 }]);
    await loaded.save();
    const second = await inodes();
    expect([second.size, differing(first, second)]).toEqual([4, 1]);

    await loaded.delete({ orgId: "o", spaceId: "b" });
    await loaded.delete({ orgId: "o", documentId: "in c" });
    await loaded.delete({ orgId: "other" });
    await writeFile(join(folder, "left-by-a-crash.lexical.tmp"), "");
    await loaded.save();
    const third = await inodes();
    expect([third.size, differing(second, third)]).toEqual([1, 3]);
    expect((await readdir(folder)).length).toBe(2);
    expect([...(await open(folder)).organizations()]).toEqual(["o"]);

    // A missing file is written again, even for an unchanged space.
    await rm(join(folder, [...third.keys()][0] as string));
    await loaded.save();
    expect((await inodes()).size).toBe(1);
  });

  test("saves writes that ran during a save the next time", async () => {
    const folder = await newFolder();
    const index = await open(folder);
    const live = await fill(index, createRandom(6), 50);
    const [[first]] = [...live.values()] as [[LexicalEntry]];
    await put(index, [{ ...first, documentId: "large", metadata: { bulk: "x".repeat(5_000_000) } }]);
    let isSaved = false;
    const saving = index.save().then(() => {
      isSaved = true;
    });
    while (!isSaved && !(await readdir(folder)).some((name) => name.endsWith(".tmp")));
    await put(index, [{ ...first, generation: 2 }]);
    await saving;
    await index.save();
    expect(await look(await open(folder))).toEqual(await look(index));
  });

  test("leaves no file of a space that is deleted during the save", async () => {
    const folder = await newFolder();
    const index = await open(folder);
    await fill(index, createRandom(4), 50);
    const saving = index.save();
    await new Promise((resolve) => setTimeout(resolve, 1));
    await index.delete({ orgId: "o" });
    await saving;
    expect(await readdir(folder)).toEqual([]);
  });

  test("runs one save at a time, finishes before close, and does not start after it", async () => {
    const folder = await newFolder();
    const index = await open(folder);
    const live = await fill(index, createRandom(8), 50);
    const saves = [index.save(), index.save()];
    await put(index, createDocument(createRandom(9), "d1", 2));
    saves.push(index.save());
    await index.close();
    await index.save();
    await Promise.all(saves);
    expect((await Array.fromAsync((await open(folder)).documents("o"))).length).toBe(live.size);
  });

  test("rejects when the folder cannot be written; loading from it finds nothing", async () => {
    const path = join(await newFolder(), "file");
    await writeFile(path, "");
    const index = await open(join(path, "below"));
    await fill(index, createRandom(3), 3);
    expect(await rejection(index.save())).toBeInstanceOf(Error);
    await index.save().catch(() => {});
    expect((await look(index)).documents.length).toBe(3);
  });

  test("does nothing without a folder", async () => {
    const index = createMemoryLexicalIndex();
    await index.load();
    await fill(index, createRandom(3), 3);
    await index.save();
    expect([...index.organizations()]).toEqual(["o"]);
  });
});
