import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LexicalEntry, LexicalIndex } from "@quarry/core";
import { rejection } from "../../../../test/support/failure.ts";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

function entry(id: string, text: string, more: Partial<LexicalEntry> = {}): LexicalEntry {
  return {
    id,
    orgId: "o",
    spaceId: "s",
    documentId: id,
    generation: 1,
    text,
    context: "",
    metadata: {},
    ...more,
  };
}

async function put(index: LexicalIndex, ...entries: LexicalEntry[]): Promise<void> {
  for (const one of entries)
    await index.replaceDocuments(one.orgId, [{ documentId: one.documentId, entries: [one] }]);
}

async function find(index: LexicalIndex, query: string, more = {}, topK = 10): Promise<string[]> {
  const { hits } = await index.search({ orgId: "o", spaceIds: ["s"], ...more }, query, topK);
  return hits.map(({ id }) => id);
}

describe("search", () => {
  test("finds by stem, title, gram and typo, the better match first", async () => {
    const index = createMemoryLexicalIndex();
    await put(
      index,
      entry("a", "Running shoes for the marathon"),
      entry("b", "Gardening in spring", { context: "marathon-guide.pdf" }),
      entry("c", "Kitchen windows"),
    );
    expect(await find(index, "marathon runs")).toEqual(["a", "b"]);
    expect(await find(index, "marahton")).toContain("b");
    expect(await find(index, "window")).toEqual(["c"]);
    expect(await find(index, "xyzzy")).toEqual([]);
    expect(await find(index, "?!")).toEqual([]);
  });

  test("a quotation scores about 1 or more, and adjacent words beat scattered ones", async () => {
    const index = createMemoryLexicalIndex();
    await put(
      index,
      entry("a", "black cats chase white mice"),
      entry("b", "white cats chase black mice"),
      entry("c", "other things entirely, of that length"),
    );
    const { hits, queryTerms } = await index.search(
      { orgId: "o", spaceIds: ["s"] },
      "black cats chase white mice",
      9,
    );
    expect(hits.map(({ id }) => id).slice(0, 2)).toEqual(["a", "b"]);
    expect(hits[0]?.score).toBeGreaterThan(0.95);
    expect(queryTerms).toBe(5);
  });

  test("returns min(topK, matches) hits and breaks ties by id", async () => {
    const index = createMemoryLexicalIndex();
    const ids = Array.from({ length: 250 }, (_, at) => `c${String(at).padStart(3, "0")}`);
    await put(index, ...[...ids].reverse().map((id) => entry(id, "same words everywhere")));
    for (const topK of [0, 1, 99, 100, 101, 250, 1000])
      expect(await find(index, "same words", {}, topK)).toEqual(ids.slice(0, topK));
    expect(await find(index, "same words", { documentIds: ["c200", "c150", "zzz"] }, 5)).toEqual([
      "c150",
      "c200",
    ]);
  });

  test("a selective filter still fills topK", async () => {
    const index = createMemoryLexicalIndex();
    for (let at = 0; at < 300; at++)
      await put(
        index,
        entry(`c${at}`, `apple ${"pear ".repeat(at % 7)}`, { metadata: { rare: at % 50 === 0 } }),
      );
    const filter = { kind: "contains", value: { rare: true } } as const;
    expect((await find(index, "apple", { filter })).sort()).toEqual([
      "c0",
      "c100",
      "c150",
      "c200",
      "c250",
      "c50",
    ]);
  });

  test("sees only the organization and the spaces of its scope", async () => {
    const index = createMemoryLexicalIndex();
    await put(
      index,
      entry("a", "apple"),
      entry("b", "apple", { spaceId: "t" }),
      entry("c", "apple", { orgId: "other" }),
    );
    expect(await find(index, "apple")).toEqual(["a"]);
    expect((await find(index, "apple", { spaceIds: ["s", "t", "s"] })).sort()).toEqual(["a", "b"]);
    expect(await find(index, "apple", { spaceIds: [] })).toEqual([]);
    const { chunkCounts } = await index.search({ orgId: "o", spaceIds: ["s", "none"] }, "apple", 1);
    expect([...chunkCounts]).toEqual([
      ["s", 1],
      ["none", 0],
    ]);
  });
});

describe("writing", () => {
  test("replaces all chunks of a document, also across spaces, and with none", async () => {
    const index = createMemoryLexicalIndex();
    const spaceIds = ["s", "t"];
    const old = ["a1", "a2"].map((id) => entry(id, "apple", { documentId: "a" }));
    await index.replaceDocuments("o", [{ documentId: "a", entries: old }]);
    expect(await find(index, "apple", { spaceIds })).toEqual(["a1", "a2"]);
    await index.replaceDocuments("o", [
      { documentId: "a", entries: [entry("a3", "apple", { documentId: "a", spaceId: "t" })] },
    ]);
    expect(await find(index, "apple", { spaceIds })).toEqual(["a3"]);
    await index.replaceDocuments("o", [{ documentId: "a", entries: [] }]);
    expect(await find(index, "apple", { spaceIds })).toEqual([]);
  });

  test("deletes a document, a space, an organization", async () => {
    const index = createMemoryLexicalIndex();
    const all = [entry("a", "apple"), entry("b", "apple"), entry("c", "apple", { spaceId: "t" })];
    await put(index, ...all);
    await index.delete({ orgId: "other", documentId: "a" });
    await index.delete({ orgId: "o", documentId: "a" });
    expect(await find(index, "apple", { spaceIds: ["s", "t"] })).toEqual(["b", "c"]);
    await index.delete({ orgId: "o", spaceId: "s" });
    expect(await find(index, "apple", { spaceIds: ["s", "t"] })).toEqual(["c"]);
    await put(index, entry("b", "apple"));
    await index.delete({ orgId: "o" });
    expect(await find(index, "apple", { spaceIds: ["s", "t"] })).toEqual([]);
  });

  test("rejects a chunk of another document or organization", async () => {
    const index = createMemoryLexicalIndex();
    expect(
      String(
        await rejection(index.replaceDocuments("o", [{ documentId: "b", entries: [entry("a", "apple")] }])),
      ),
    ).toContain("does not belong");
    expect(
      String(
        await rejection(index.replaceDocuments("p", [{ documentId: "a", entries: [entry("a", "apple")] }])),
      ),
    ).toContain("does not belong");
  });
});

describe("concurrent writes", () => {
  const LONG = 600;
  const version = (name: string, count = LONG) =>
    Array.from({ length: count }, (_, at) =>
      entry(
        `${name}${at}`,
        `apple ${name} ${Array.from({ length: 150 }, (_, k) => `w${at}x${k}`).join(" ")}`,
        {
          documentId: "d",
        },
      ),
    );
  const versionsFound = async (index: LexicalIndex) => {
    const ids = await find(index, "apple", {}, 10_000);
    return { names: [...new Set(ids.map((id) => id.charAt(0)))], count: ids.length };
  };

  test("a search sees the old or the new document, never parts", async () => {
    const index = createMemoryLexicalIndex();
    await index.replaceDocuments("o", [{ documentId: "d", entries: version("a") }]);
    let done = false;
    const writing = index.replaceDocuments("o", [{ documentId: "d", entries: version("b") }]).then(() => {
      done = true;
    });
    let searches = 0;
    while (!done) {
      const seen = await versionsFound(index);
      expect(seen.count).toBe(LONG);
      expect(seen.names).toHaveLength(1);
      searches += 1;
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await writing;
    expect(searches).toBeGreaterThan(1);
    expect(await versionsFound(index)).toEqual({ names: ["b"], count: LONG });
  });

  test("other work runs while a long document is added, which a snapshot leaves out until it is whole", async () => {
    const snapshotFolder = await mkdtemp(join(tmpdir(), "long-document-"));
    try {
      const index = createMemoryLexicalIndex({ snapshotFolder });
      await put(index, entry("first", "an apple"));
      // Few different words, so that most of the time is spent on adding.
      const words = (at: number) => Array.from({ length: 150 }, (_, k) => `w${(at * 7 + k * k) % 997}`);
      const entries = Array.from({ length: 1500 }, (_, at) =>
        entry(`a${at}`, `apple ${words(at).join(" ")}`, { documentId: "d" }),
      );
      let done = false;
      const writing = index.replaceDocuments("o", [{ documentId: "d", entries }]).then(() => {
        done = true;
      });
      const startMs = performance.now();
      let [turns, turnMs, longestMs] = [0, startMs, 0];
      while (!done) {
        await new Promise((resolve) => setImmediate(resolve));
        longestMs = Math.max(longestMs, performance.now() - turnMs);
        turns += 1;
        if (turns === 30) await index.save();
        turnMs = performance.now();
      }
      await writing;
      // Adding all chunks in one step takes a quarter of the time.
      expect(longestMs).toBeLessThan((performance.now() - startMs) / 6);
      const restored = createMemoryLexicalIndex({ snapshotFolder });
      await restored.load();
      expect(await find(restored, "apple")).toEqual(["first"]);
      await index.save();
      const whole = createMemoryLexicalIndex({ snapshotFolder });
      await whole.load();
      expect((await versionsFound(whole)).count).toBe(entries.length);
    } finally {
      await rm(snapshotFolder, { recursive: true });
    }
  });

  test("documents that are written at once leave the same index as one after the other", async () => {
    const documents = ["a", "b", "c"].map((documentId) => ({
      documentId,
      entries: version(documentId).map((one) => ({ ...one, documentId })),
    }));
    const [together, inTurn] = [createMemoryLexicalIndex(), createMemoryLexicalIndex()];
    for (const document of documents) await inTurn.replaceDocuments("o", [document]);
    await Promise.all(documents.map((document) => together.replaceDocuments("o", [document])));
    const overwritten = together.replaceDocuments("o", documents.slice(0, 1));
    await Promise.all([together.replaceDocuments("o", documents.slice(0, 1)), overwritten]);
    const query = "apple b w3x4";
    const scope = { orgId: "o", spaceIds: ["s"] };
    const scores = async (index: LexicalIndex) =>
      new Map((await index.search(scope, query, 3 * LONG)).hits.map(({ id, score }) => [id, score]));
    expect(await scores(together)).toEqual(await scores(inTurn));
  });

  test("the write that starts last wins, even when an earlier one takes longer", async () => {
    const index = createMemoryLexicalIndex();
    const first = index.replaceDocuments("o", [{ documentId: "d", entries: version("a") }]);
    const last = index.replaceDocuments("o", [{ documentId: "d", entries: version("b", 3) }]);
    await Promise.all([first, last]);
    expect(await versionsFound(index)).toEqual({ names: ["b"], count: 3 });
  });

  test.each([{ documentId: "d" }, { spaceId: "s" }, {}])(
    "a deletion %j during a write wins",
    async (what) => {
      const index = createMemoryLexicalIndex();
      const writing = index.replaceDocuments("o", [{ documentId: "d", entries: version("a") }]);
      await index.delete({ orgId: "o", ...what });
      await writing;
      expect(await versionsFound(index)).toEqual({ names: [], count: 0 });
      await index.replaceDocuments("o", [{ documentId: "d", entries: version("b", 2) }]);
      expect(await versionsFound(index)).toEqual({ names: ["b"], count: 2 });
    },
  );
});

test("the sketch finds the space that a question belongs to", async () => {
  const index = createMemoryLexicalIndex();
  for (let at = 0; at < 30; at++)
    await put(
      index,
      entry(`a${at}`, "apples and pears in the garden"),
      entry(`b${at}`, "engines and wheels in the garage", { spaceId: "t" }),
    );
  const evidence = await index.sketch("o", "engine wheels", 10, new Set(["u"]));
  const scoreOf = (id: string) => evidence.find(({ spaceId }) => spaceId === id)?.score ?? Number.NaN;
  expect(scoreOf("t")).toBeGreaterThan(0);
  expect(scoreOf("s")).toBeLessThan(0);
  expect(evidence.map(({ spaceId, chunkCount, words }) => ({ spaceId, chunkCount, words }))).toEqual([
    { spaceId: "t", chunkCount: 30, words: ["engine", "wheels"] },
    { spaceId: "s", chunkCount: 30, words: [] },
  ]);
});
