import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LexicalDocument } from "@quarry/core";
import { createMemoryLexicalIndex, type MemoryLexicalIndex } from "./memory-lexical-index.ts";

// Lists of grams in more than 2,500 chunks are dropped, and restored when the gram is in 2,000 again. Grams in more than
// a fifth of the chunks are not searched, so it takes many chunks.

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dropped-lists-"));
});
afterAll(() => rm(root, { recursive: true }));

const QUESTIONS = ["zuchini", "zucchinis 17", "garden 40 zucchetto"];
const CHUNKS = 40;
const DOCUMENTS = 315;
const ALL = Array.from({ length: DOCUMENTS }, (_, number) => number);
/** 70 documents with 2,800 chunks name a vegetable. */
const VEGETABLES = ALL.filter((number) => number % 9 < 2);
/** Without these, 1,960 chunks do. */
const SOME = VEGETABLES.slice(0, 21);

function documentOf(number: number): LexicalDocument {
  const documentId = `d${number}`;
  const word = VEGETABLES.includes(number) ? "zucchini" : "plum";
  const entries = Array.from({ length: CHUNKS }, (_, at) => ({
    ...{ id: `${documentId}-${at}`, orgId: "o", spaceId: "s", documentId, generation: 1 },
    ...{ text: `${word} ${at} ${number % 50} tree`, context: "", metadata: {} },
  }));
  return { documentId, entries };
}

async function put(index: MemoryLexicalIndex, numbers: Iterable<number>): Promise<void> {
  for (const number of numbers) await index.replaceDocuments("o", [documentOf(number)]);
}

async function remove(index: MemoryLexicalIndex, numbers: Iterable<number>): Promise<void> {
  for (const number of numbers) await index.delete({ orgId: "o", documentId: `d${number}` });
}

async function answers(index: MemoryLexicalIndex) {
  const scope = { orgId: "o", spaceIds: ["s"] };
  return Promise.all(QUESTIONS.map((question) => index.search(scope, question, 20)));
}

async function expectSameAsFresh(index: MemoryLexicalIndex, live: Iterable<number>): Promise<void> {
  const fresh = createMemoryLexicalIndex();
  await put(fresh, live);
  expect(await answers(index)).toEqual(await answers(fresh));
}

const rest = ALL.filter((number) => !SOME.includes(number));

test("a gram is searched as soon as it is rare again, also in an index loaded from files", async () => {
  const snapshotFolder = join(root, "files");
  const index = createMemoryLexicalIndex({ snapshotFolder });
  await put(index, ALL);
  await index.save();
  const frequent = await answers(index);
  await remove(index, SOME);
  await expectSameAsFresh(index, rest);
  expect(await answers(index)).not.toEqual(frequent);

  const loaded = createMemoryLexicalIndex({ snapshotFolder });
  await loaded.load();
  expect(await answers(loaded)).toEqual(frequent);
  await remove(loaded, SOME);
  await expectSameAsFresh(loaded, rest);
  await put(loaded, SOME);
  expect(await answers(loaded)).toEqual(frequent);
}, 60_000);

test("files written while lists are dropped and restored are consistent", async () => {
  const snapshotFolder = join(root, "meanwhile");
  const index = createMemoryLexicalIndex({ snapshotFolder });
  await put(index, ALL);
  for (const [change, after] of [
    [remove, rest],
    [put, ALL],
  ] as const) {
    const saving = index.save();
    await change(index, SOME);
    await saving;
    const loaded = createMemoryLexicalIndex({ snapshotFolder });
    await loaded.load();
    // The files may be from before any part of the change.
    await change(loaded, SOME);
    await expectSameAsFresh(loaded, after);
  }
}, 60_000);
