import { describe, expect, test } from "bun:test";
import { packGrams } from "@quarry/core/internal";
import { createBuiltinEmbedder } from "./builtin.ts";
import { hashedFeatures } from "./hashed-features.ts";

const embedder = createBuiltinEmbedder();

async function embed(...texts: string[]): Promise<Float32Array[]> {
  return embedder.embed(texts, "document");
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a?.reduce((sum, value, at) => sum + value * (b?.[at] ?? Number.NaN), 0) ?? Number.NaN;
}

/** FNV-1a over the values, rounded to five decimals so that the last bit of a logarithm does not matter. */
function checksum(vectors: readonly Float32Array[]): string {
  let hash = 0x811c9dc5;
  for (const vector of vectors) {
    for (const value of vector) hash = Math.imul(hash ^ Math.round(value * 1e5), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Stored vectors depend on these results. If one fails, change the version in `model`, not the checksum. */
describe("stays compatible with stored vectors", () => {
  test("hashes terms to the same vectors", () => {
    const terms = {
      sequence: ["quarri", "find", "passag", "the", "find", "漢", "größ"],
      joined: ["knowledgebas"],
      grams: packGrams(["_qua", "quar", "_the", "the_", "find", "find", "漢字"]),
    };
    expect(checksum([hashedFeatures([terms], 512), hashedFeatures([terms], 64)])).toBe("a458947d");
  });

  test("embeds texts as the same vectors", async () => {
    const vectors = await embed(
      "The state-of-the-art parser reads getUserName() and 3.5 MB of data, twice as fast.",
      "Die Größe der Häuser wird nach der Straße berechnet.",
      "知識ベースの検索。",
      "Что было написано в документах?",
      "",
    );
    expect(checksum(vectors)).toBe("3be5fd96");
  });

  test("keeps its name, dimensions and batch size", () => {
    expect([embedder.model, embedder.dimensions, embedder.maxBatch, embedder.family]).toEqual([
      "builtin:v2:512",
      512,
      64,
      "lexical",
    ]);
    expect(createBuiltinEmbedder({ dimensions: 1024 }).model).toBe("builtin:v2:1024");
  });
});

test("returns vectors of length 1, and zeros for empty text", async () => {
  const [text, stopWords, empty, marks] = await embed(
    "An ordinary sentence.",
    "to be or not to be",
    "",
    " -- \n",
  );
  expect(dot(text, text)).toBeCloseTo(1, 5);
  expect(dot(stopWords, stopWords)).toBeCloseTo(1, 5);
  expect([dot(empty, empty), dot(marks, marks), empty?.length]).toEqual([0, 0, 512]);
});

test("ranks texts by shared words, ignoring function words", async () => {
  const [question, answer, other] = await embed(
    "how do I rotate the api keys",
    "Rotating an API key: the old key goes on working for a day.",
    "How do I bake the bread that we had in the morning?",
  );
  expect(dot(question, answer)).toBeGreaterThan(0.35);
  expect(dot(question, other)).toBeLessThan(0.2);
});

test("embeds a batch in order, the same for queries, and yields to the event loop", async () => {
  const texts = Array.from(
    { length: 256 },
    (_, at) => `Document number ${at}. ${"lorem ipsum dolor ".repeat(60)}`,
  );
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  const batch = await embedder.embed(texts, "document");
  clearInterval(ticking);
  expect(batch.length).toBe(256);
  expect(dot(batch[77], (await embedder.embed([texts[77] ?? ""], "query"))[0])).toBeCloseTo(1, 5);
  expect(turns).toBeGreaterThan(0);
});
