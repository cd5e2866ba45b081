import { QuarryError, type Reranker } from "@quarry/core";
import type { Runner } from "../runner.ts";
import { ODD_TEXTS, PASSAGES } from "../texts.ts";

/** Creates a reranker; called once per test, always with the same model. */
export type RerankerFactory = () => Promise<Reranker>;

/** Options of the reranker suite. */
export interface RerankerOptions {
  /**
   * Create rerankers whose model fails, by kind of failure: the provider is unreachable, too slow, disconnects, or sends
   * invalid responses. Omit only if no such failure can happen.
   */
  readonly broken?: Readonly<Record<string, RerankerFactory>>;
  /** Timeout per test. Default one minute. */
  readonly timeoutMs?: number;
}

/** Maximum difference between two scores of the same text. */
const TOLERANCE = 1e-3;
/** Limits the size of the longest list in tests. */
const MOST_TEXTS = 500;

/**
 * Tests a reranker against its port's contract.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function rerankerSuite(
  { describe, test, expect }: Runner,
  factory: RerankerFactory,
  { broken = {}, timeoutMs = 60_000 }: RerankerOptions = {},
): void {
  const check = (name: string, body: (reranker: Reranker) => Promise<void>, make = factory) =>
    test(
      name,
      async () => {
        const reranker = await make();
        try {
          await body(reranker);
        } finally {
          await reranker.close();
        }
      },
      timeoutMs,
    );
  const expectScores = (scores: Float32Array, count: number) => {
    expect(scores.length).toEqual(count);
    expect(scores.every((score) => Number.isFinite(score) && score >= 0 && score <= 1)).toEqual(true);
  };
  const expectSame = (actual: Float32Array, wanted: Float32Array) => {
    expect(actual.length).toEqual(wanted.length);
    for (const [at, score] of wanted.entries())
      expect(Math.abs(score - (actual[at] ?? Number.NaN))).toBeLessThanOrEqual(TOLERANCE);
  };
  const expectUnavailable = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => "resolved",
      (caught: unknown) => caught,
    );
    expect(QuarryError.isInstance(error) ? error.code : error).toEqual("unavailable");
  };
  const [question] = PASSAGES;

  describe("reranker: itself", () => {
    check("declares a model and a maximum list length", async ({ model, maxDocuments }) => {
      expect([model.trim() === model, model.length >= 1, Number.isInteger(maxDocuments)]).toEqual([
        true,
        true,
        true,
      ]);
      expect(maxDocuments).toBeGreaterThanOrEqual(1);
    });

    check("is the same when created again", async (reranker) => {
      const again = await factory();
      try {
        expect([again.model, again.maxDocuments]).toEqual([reranker.model, reranker.maxDocuments]);
        const texts = PASSAGES.slice(0, reranker.maxDocuments);
        expectSame(await again.rerank(question, texts), await reranker.rerank(question, texts));
      } finally {
        await again.close();
      }
    });
  });

  describe("reranker: lists", () => {
    check("returns no scores for no texts", async (reranker) => {
      expectScores(await reranker.rerank(question, []), 0);
    });

    check("returns finite scores from 0 to 1 in the order of their texts", async (reranker) => {
      const texts = PASSAGES.slice(0, reranker.maxDocuments);
      const scores = await reranker.rerank(question, texts);
      expectScores(scores, texts.length);
      expectSame(await reranker.rerank(question, texts.toReversed()), scores.toReversed());
      for (const [at, text] of texts.entries())
        expectSame(await reranker.rerank(question, [text]), scores.slice(at, at + 1));
    });

    check("scores a repeated text equally", async (reranker) => {
      if (reranker.maxDocuments < 3) return;
      const scores = await reranker.rerank(question, [PASSAGES[1], PASSAGES[2], PASSAGES[1]]);
      expectSame(scores.slice(0, 1), scores.slice(2));
    });

    check("accepts the longest list", async (reranker) => {
      const count = Math.min(reranker.maxDocuments, MOST_TEXTS);
      const texts = Array.from({ length: count }, (_, at) => `${at} ${PASSAGES[at % PASSAGES.length]}`);
      const scores = await reranker.rerank(question, texts);
      expectScores(scores, count);
      expectSame(scores.slice(-1), await reranker.rerank(question, texts.slice(-1)));
    });

    check("keeps concurrent calls apart", async (reranker) => {
      const call = (passage: string) => reranker.rerank(passage, PASSAGES.slice(0, reranker.maxDocuments));
      const together = await Promise.all(PASSAGES.map(call));
      for (const [at, passage] of PASSAGES.entries())
        expectSame(together[at] ?? new Float32Array(), await call(passage));
    });
  });

  describe("reranker: texts", () => {
    check("scores the passage that a question quotes highest", async (reranker) => {
      for (const [at, passage] of PASSAGES.entries()) {
        const scores = await reranker.rerank(passage, PASSAGES.slice(0, reranker.maxDocuments));
        if (at < scores.length) expect(scores.indexOf(Math.max(...scores))).toEqual(at);
      }
    });

    for (const [name, text] of ODD_TEXTS)
      check(`accepts ${name} as text and question without affecting other texts`, async (reranker) => {
        const plain = PASSAGES[0];
        const wanted = await reranker.rerank(question, [plain]);
        const scores = reranker.maxDocuments > 1 ? await reranker.rerank(question, [text, plain]) : wanted;
        expectScores(scores, Math.min(2, reranker.maxDocuments));
        expectSame(scores.slice(-1), wanted);
        expectScores(await reranker.rerank(text, [plain]), 1);
      });
  });

  describe("reranker: failures", () => {
    for (const [failure, make] of Object.entries(broken))
      check(
        `${failure}: rejects with unavailable every time, but answers an empty list`,
        async (reranker) => {
          await expectUnavailable(reranker.rerank(question, PASSAGES.slice(0, 1)));
          await expectUnavailable(reranker.rerank(question, PASSAGES.slice(0, 1)));
          expectScores(await reranker.rerank(question, []), 0);
        },
        make,
      );
  });

  describe("reranker: closing", () => {
    check("completes or rejects pending calls, and rejects later ones", async (reranker) => {
      const calls = PASSAGES.map((passage) => reranker.rerank(passage, PASSAGES.slice(0, 1)));
      const ends = Promise.allSettled(calls);
      await reranker.close();
      expect((await ends).length).toEqual(PASSAGES.length);
      await expectUnavailable(reranker.rerank(question, PASSAGES.slice(0, 1)));
    });
  });
}
