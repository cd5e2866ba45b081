import { expect, test } from "bun:test";
import type { LexicalEntry, LexicalIndex } from "@quarry/core";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

// One question over many spaces must neither take long nor keep the process from all other work.

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

/** Turns of the event loop until some work is done. */
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

test("a thousand unknown words over 300 spaces are answered soon, and others get their turns", async () => {
  const index = await fill();
  const scope = { orgId: "o", spaceIds: SPACES };
  const start = performance.now();
  expect(await turnsDuring(index.search(scope, UNKNOWN, 10))).toBeGreaterThan(3);
  // It takes a tenth of that; every word guessed took 15 s.
  expect(performance.now() - start).toBeLessThan(5000);
}, 120_000);

test("the sketch of 300 spaces lets others have their turns", async () => {
  const index = await fill();
  // Many short words: more look-ups than a question can ask for.
  const words = Array.from({ length: 12_000 }, (_, at) => at.toString(36)).join(" ");
  expect(await turnsDuring(index.sketch("o", words, 64, new Set()))).toBeGreaterThan(3);
}, 120_000);

test("only the first ten unknown words are taken for typos", async () => {
  const index = await fill();
  const found = async (unknown: number) => {
    const words = Array.from({ length: unknown }, (_, at) => unknownWord(at)).join(" ");
    const { hits } = await index.search({ orgId: "o", spaceIds: ["s1"] }, `${words} gardn`, 1);
    return hits[0]?.score ?? 0;
  };
  // The tenth is still guessed, the eleventh is left to the grams.
  expect(await found(9)).toBeGreaterThan(2 * (await found(10)));
});

test("what is written or deleted during a search and a sketch is seen whole or not at all", async () => {
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

test("of more spaces than are compared, those with the question's words are, whatever came and went", async () => {
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
