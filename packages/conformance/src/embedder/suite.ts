import type { Embedder, EmbeddingPurpose } from "@quarry/core";
import type { Runner } from "../runner.ts";
import { ODD_TEXTS, PASSAGES } from "../texts.ts";

/** Creates an embedder; called once per test, always with the same model. */
export type EmbedderFactory = () => Promise<Embedder>;

/** Options of the embedder suite. */
export interface EmbedderOptions {
  /** Timeout per test. Default one minute. */
  readonly timeoutMs?: number;
}

/** Maximum difference between two vectors of the same text. */
const TOLERANCE = 1e-4;
/** Limits the size of the largest batch in tests. */
const MOST_TEXTS = 500;

/**
 * Tests an embedder against its port's contract.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function embedderSuite(
  { describe, test, expect }: Runner,
  factory: EmbedderFactory,
  { timeoutMs = 60_000 }: EmbedderOptions = {},
): void {
  const check = (name: string, body: (embedder: Embedder) => Promise<void>) =>
    test(
      name,
      async () => {
        const embedder = await factory();
        try {
          await body(embedder);
        } finally {
          await embedder.close();
        }
      },
      timeoutMs,
    );
  const expectSame = (actual: readonly Float32Array[], wanted: readonly Float32Array[]) => {
    expect(actual.length).toEqual(wanted.length);
    for (const [at, vector] of wanted.entries())
      expect(difference(vector, actual[at] ?? vector.subarray(1))).toBeLessThanOrEqual(TOLERANCE);
  };

  describe("embedder: itself", () => {
    check("declares a model, dimensions, a maximum batch size and a family", async (embedder) => {
      const { model, dimensions, maxBatch, family } = embedder;
      expect([model.trim() === model, model.length >= 1]).toEqual([true, true]);
      expect([dimensions, maxBatch].map(Number.isInteger)).toEqual([true, true]);
      expect(Math.min(dimensions, maxBatch)).toBeGreaterThanOrEqual(1);
      expect(["lexical", "semantic"].includes(family)).toEqual(true);
    });

    check("is the same when created again", async (embedder) => {
      const again = await factory();
      try {
        const made = ({ model, dimensions, maxBatch, family }: Embedder) => [
          model,
          dimensions,
          maxBatch,
          family,
        ];
        expect(made(again)).toEqual(made(embedder));
        for (const purpose of ["document", "query"] as const)
          expectSame(await inBatches(again, purpose), await inBatches(embedder, purpose));
      } finally {
        await again.close();
      }
    });
  });

  describe("embedder: batches", () => {
    check("returns no vectors for no texts", async (embedder) => {
      expect(await embedder.embed([], "document")).toEqual([]);
      expect(await embedder.embed([], "query")).toEqual([]);
    });

    check("returns vectors in the order of their texts", async (embedder) => {
      const alone = await inBatches(embedder, "document", 1);
      const batch = Math.min(embedder.maxBatch, PASSAGES.length);
      expectSame(await embedder.embed(PASSAGES.slice(0, batch), "document"), alone.slice(0, batch));
      expectSame(
        await embedder.embed(PASSAGES.slice(0, batch).reverse(), "document"),
        alone.slice(0, batch).reverse(),
      );
    });

    check("accepts the largest batch", async (embedder) => {
      const count = Math.min(embedder.maxBatch, MOST_TEXTS);
      const texts = Array.from({ length: count }, (_, at) => `${at} ${PASSAGES[at % PASSAGES.length]}`);
      const vectors = await embedder.embed(texts, "document");
      expect(vectors.length).toEqual(count);
      expectSame(vectors.slice(-1), await embedder.embed(texts.slice(-1), "document"));
    });

    check("keeps concurrent calls apart", async (embedder) => {
      const call = (passage: string) => embedder.embed([passage], "document");
      const together = await Promise.all(PASSAGES.map(call));
      for (const [at, passage] of PASSAGES.entries()) expectSame(together[at] ?? [], await call(passage));
    });
  });

  describe("embedder: texts", () => {
    check("returns different nonzero vectors for different passages", async (embedder) => {
      const vectors = await inBatches(embedder, "document");
      for (const [at, vector] of vectors.entries()) {
        expect(vector.length).toEqual(embedder.dimensions);
        expect(dot(vector, vector)).toBeGreaterThanOrEqual(Number.MIN_VALUE);
        for (const other of vectors.slice(0, at))
          expect(difference(vector, other)).toBeGreaterThanOrEqual(TOLERANCE);
      }
    });

    check("embeds a question closest to the passage that it quotes", async (embedder) => {
      const passages = await inBatches(embedder, "document");
      for (const [at, passage] of PASSAGES.entries()) {
        const [question] = await embedder.embed([passage], "query");
        expect(question?.length).toEqual(embedder.dimensions);
        const scores = passages.map((vector) => cosine(question ?? vector, vector));
        expect(scores.indexOf(Math.max(...scores))).toEqual(at);
      }
    });

    for (const [name, text] of ODD_TEXTS)
      check(`embeds ${name} without affecting other texts`, async (embedder) => {
        const plain = PASSAGES[0];
        const wanted = await embedder.embed([plain], "document");
        const vectors = [
          ...(await embedder.embed([text], "query")),
          ...(embedder.maxBatch > 1 ? await embedder.embed([text, plain], "document") : wanted),
        ];
        for (const vector of vectors) {
          expect(vector.length).toEqual(embedder.dimensions);
          expect(vector.every(Number.isFinite)).toEqual(true);
        }
        expectSame(vectors.slice(-1), wanted);
      });
  });

  describe("embedder: closing", () => {
    check("completes or rejects pending calls", async (embedder) => {
      const calls = PASSAGES.map((passage) => embedder.embed([passage], "document"));
      const ends = Promise.allSettled(calls);
      await embedder.close();
      expect((await ends).length).toEqual(PASSAGES.length);
    });
  });
}

/** Embeds the passages in batches. */
async function inBatches(
  embedder: Embedder,
  purpose: EmbeddingPurpose,
  size = embedder.maxBatch,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < PASSAGES.length; start += size)
    vectors.push(...(await embedder.embed(PASSAGES.slice(start, start + size), purpose)));
  return vectors;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? Number.NaN), 0);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** Returns the largest difference between corresponding elements; NaN if the lengths differ. */
function difference(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Number.NaN;
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), 0);
}
