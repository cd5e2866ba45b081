import { expect, test } from "bun:test";
import type { LexicalEntry, LexicalIndex } from "@quarry/core";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

// A question to many spaces must be fast and must not block the event loop.

const SPACES = Array.from({ length: 300 }, (_, at) => `s${at}`);
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const unknownWord = (at: number) =>
  `${LETTERS[at % 26]}${LETTERS[Math.floor(at / 26) % 26]}${LETTERS[Math.floor(at / 676)]}zqxjvk`;
const UNKNOWN = Array.from({ length: 990 }, (_, at) => unknownWord(at)).join(" ");

async function put(index: LexicalIndex, spaceId: string, text: string): Promise<void> {
  const id = `c-${spaceId}`;
  const entry: LexicalEntry = {
    id,
    orgId: "o",
    spaceId,
    documentId: id,
    generation: 1,
    text,
    context: "",
    metadata: {},
  };
  await index.replaceDocuments("o", [{ documentId: id, entries: [entry] }]);
}

async function fill(): Promise<LexicalIndex> {
  const index = createMemoryLexicalIndex();
  for (const spaceId of SPACES) await put(index, spaceId, "apples and pears in the garden");
  return index;
}

/** Counts turns of the event loop until some work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let done = false;
  const ended = work.then(() => {
    done = true;
  });
  let turns = 0;
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    turns += 1;
  }
  await ended;
  return turns;
}

test("searches 300 spaces for a thousand unknown words quickly and yields to the event loop", async () => {
  const index = await fill();
  const scope = { orgId: "o", spaceIds: SPACES };
  const start = process.cpuUsage();
  expect(await turnsDuring(index.search(scope, UNKNOWN, 10))).toBeGreaterThan(3);
  const { user, system } = process.cpuUsage(start);
  // Takes about a third of this; looking up every unknown word as a typo took 15 s.
  expect((user + system) / 1000).toBeLessThan(5000);
}, 120_000);

test("the sketch of 300 spaces yields to the event loop", async () => {
  const index = await fill();
  // Many short words: more look-ups than a question can cause.
  const words = Array.from({ length: 12_000 }, (_, at) => at.toString(36)).join(" ");
  expect(await turnsDuring(index.sketch("o", words, 64, new Set()))).toBeGreaterThan(3);
}, 120_000);

test("looks up only the first ten unknown words as typos", async () => {
  const index = await fill();
  const found = async (unknown: number) => {
    const words = Array.from({ length: unknown }, (_, at) => unknownWord(at)).join(" ");
    const { hits } = await index.search({ orgId: "o", spaceIds: ["s1"] }, `${words} gardn`, 1);
    return hits[0]?.score ?? 0;
  };
  // The tenth unknown word is looked up as a typo, the eleventh is left to the grams.
  expect(await found(9)).toBeGreaterThan(2 * (await found(10)));
});

test("a search and a sketch see concurrent writes and deletions completely or not at all", async () => {
  const index = await fill();
  const scope = { orgId: "o", spaceIds: SPACES };
  const searching = index.search(scope, `${UNKNOWN} garden`, 1000);
  const sketching = index.sketch("o", `${UNKNOWN} garden`, SPACES.length, new Set());
  await index.delete({ orgId: "o", spaceId: "s299" });
  await put(index, "s298", "engines");
  const { hits, chunkCounts } = await searching;
  expect(chunkCounts.get("s0")).toBe(1);
  expect(hits.length).toBeGreaterThanOrEqual(298);
  for (const { spaceId } of hits) expect(chunkCounts.get(spaceId)).toBe(1);
  const evidence = await sketching;
  const sketched = new Set(evidence.map(({ spaceId }) => spaceId));
  for (const spaceId of SPACES)
    expect(sketched.has(spaceId) || ["s298", "s299"].includes(spaceId)).toBe(true);
  for (const { score } of evidence) expect(Number.isFinite(score)).toBe(true);
}, 120_000);

test("the shortlist contains the spaces with the question's words, also after changes", async () => {
  const index = await fill();
  const none = new Set<string>();
  const likeliest = async () =>
    (await index.sketch("o", "zeppelin hangar", 2, none)).map((one) => one.spaceId);
  await put(index, "s7", "the zeppelin in its hangar");
  await put(index, "s9", "a hangar for engines");
  expect(await likeliest()).toEqual(["s7", "s9"]);
  await index.delete({ orgId: "o", spaceId: "s7" });
  expect((await likeliest())[0]).toBe("s9");
  await put(index, "late", "the zeppelin in its hangar");
  expect(await likeliest()).toEqual(["late", "s9"]);
  await put(index, "s9", "apples");
  expect((await likeliest())[0]).toBe("late");
  expect((await index.sketch("o", "zeppelin", 1, new Set(["late"])))[0]?.words).toEqual([]);
  await index.delete({ orgId: "o" });
  expect(await likeliest()).toEqual([]);
}, 120_000);
