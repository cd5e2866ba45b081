import { QuarryError, type Reranker } from "@quarry/core";
import type { Runner } from "../runner.ts";
import { ODD_TEXTS, PASSAGES } from "../texts.ts";

/** Makes a reranker that is ready; called once for each test. Every one of them has the same model. */
export type RerankerFactory = () => Promise<Reranker>;

/** How a reranker is tried. */
export interface RerankerOptions {
  /**
   * Make rerankers whose model cannot answer, each in a way of its own: its provider is not there, is too slow, breaks
   * off, answers nonsense. Left out only where nothing of that can happen.
   */
  readonly broken?: Readonly<Record<string, RerankerFactory>>;
  /** For one test; a minute. */
  readonly timeoutMs?: number;
}

/** So near are the scores of one text, however they are computed. */
const TOLERANCE = 1e-3;
/** A largest list beyond this is not tried whole. */
const MOST_TEXTS = 500;

/**
 * Tries a reranker against every promise of its port.
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
      () => "answered",
      (caught: unknown) => caught,
    );
    expect(QuarryError.isInstance(error) ? error.code : error).toEqual("unavailable");
  };
  const [question] = PASSAGES;

  describe("reranker: itself", () => {
    check("has a model and a longest list", async ({ model, maxDocuments }) => {
      expect([model.trim() === model, model.length >= 1, Number.isInteger(maxDocuments)]).toEqual([
        true,
        true,
        true,
      ]);
      expect(maxDocuments).toBeGreaterThanOrEqual(1);
    });

    check("is the same when it is made again", async (reranker) => {
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
    check("no text has no score", async (reranker) => {
      expectScores(await reranker.rerank(question, []), 0);
    });

    check("scores are finite, from 0 to 1, and in the order of their texts", async (reranker) => {
      const texts = PASSAGES.slice(0, reranker.maxDocuments);
      const scores = await reranker.rerank(question, texts);
      expectScores(scores, texts.length);
      expectSame(await reranker.rerank(question, texts.toReversed()), scores.toReversed());
      for (const [at, text] of texts.entries())
        expectSame(await reranker.rerank(question, [text]), scores.slice(at, at + 1));
    });

    check("the same text twice has the same score twice", async (reranker) => {
      if (reranker.maxDocuments < 3) return;
      const scores = await reranker.rerank(question, [PASSAGES[1], PASSAGES[2], PASSAGES[1]]);
      expectSame(scores.slice(0, 1), scores.slice(2));
    });

    check("the longest list is taken whole", async (reranker) => {
      const count = Math.min(reranker.maxDocuments, MOST_TEXTS);
      const texts = Array.from({ length: count }, (_, at) => `${at} ${PASSAGES[at % PASSAGES.length]}`);
      const scores = await reranker.rerank(question, texts);
      expectScores(scores, count);
      expectSame(scores.slice(-1), await reranker.rerank(question, texts.slice(-1)));
    });

    check("calls at the same time have each their own answer", async (reranker) => {
      const call = (passage: string) => reranker.rerank(passage, PASSAGES.slice(0, reranker.maxDocuments));
      const together = await Promise.all(PASSAGES.map(call));
      for (const [at, passage] of PASSAGES.entries())
        expectSame(together[at] ?? new Float32Array(), await call(passage));
    });
  });

  describe("reranker: texts", () => {
    check("a question finds the passage that it repeats", async (reranker) => {
      for (const [at, passage] of PASSAGES.entries()) {
        const scores = await reranker.rerank(passage, PASSAGES.slice(0, reranker.maxDocuments));
        if (at < scores.length) expect(scores.indexOf(Math.max(...scores))).toEqual(at);
      }
    });

    for (const [what, text] of ODD_TEXTS)
      check(`${what} can be a text and a question, and harms no text beside it`, async (reranker) => {
        const plain = PASSAGES[0];
        const wanted = await reranker.rerank(question, [plain]);
        const scores = reranker.maxDocuments > 1 ? await reranker.rerank(question, [text, plain]) : wanted;
        expectScores(scores, Math.min(2, reranker.maxDocuments));
        expectSame(scores.slice(-1), wanted);
        expectScores(await reranker.rerank(text, [plain]), 1);
      });
  });

  describe("reranker: troubles", () => {
    for (const [what, make] of Object.entries(broken))
      check(
        `${what}: it is unavailable, again and again, and asks nobody about no texts`,
        async (reranker) => {
          await expectUnavailable(reranker.rerank(question, PASSAGES.slice(0, 1)));
          await expectUnavailable(reranker.rerank(question, PASSAGES.slice(0, 1)));
          expectScores(await reranker.rerank(question, []), 0);
        },
        make,
      );
  });

  describe("reranker: its end", () => {
    check("calls under way are answered or fail, and those after it fail", async (reranker) => {
      const calls = PASSAGES.map((passage) => reranker.rerank(passage, PASSAGES.slice(0, 1)));
      const ends = Promise.allSettled(calls);
      await reranker.close();
      expect((await ends).length).toEqual(PASSAGES.length);
      await expectUnavailable(reranker.rerank(question, PASSAGES.slice(0, 1)));
    });
  });
}
