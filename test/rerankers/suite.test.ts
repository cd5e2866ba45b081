import { afterAll, describe, expect, test } from "bun:test";
import { rerankerSuite } from "@quarry/conformance";
import { QuarryError, type Reranker } from "@quarry/core";
import { createHttpReranker } from "@quarry/rerankers";
import { runRecorded } from "../stores/recording-runner.ts";
import {
  fakeRelevance,
  type RerankProviderOptions,
  startRerankProvider,
} from "../support/rerank-provider.ts";

for (const form of ["cohere", "jina", "voyage", "tei", "llama"] as const) {
  const providers = [startRerankProvider({ form })];
  afterAll(() => Promise.all(providers.map((provider) => provider.stop())));
  const opened = (provider = providers[0]) =>
    createHttpReranker({ baseUrl: provider?.url ?? "", model: "fake", timeoutMs: 10_000 });

  const behaving = (options: Partial<RerankProviderOptions>) => {
    const provider = startRerankProvider({ form, ...options });
    providers.push(provider);
    return async () => createHttpReranker({ baseUrl: provider.url, model: "fake", timeoutMs: 150 });
  };

  describe(`a reranker that calls an API like ${form}`, () =>
    rerankerSuite({ describe, test, expect }, async () => opened(), {
      broken: {
        "a provider that does not exist": async () =>
          createHttpReranker({ baseUrl: "http://127.0.0.1:1/v1", timeoutMs: 150 }),
        "a provider that is too slow": behaving({ delayMs: 20_000 }),
        "a provider that drops connections": behaving({ drops: true }),
        "a provider that fails": behaving({ status: 500 }),
        "a provider that returns invalid responses": behaving({
          body: '{"results":[{"index":0,"relevance_score":null}]}',
        }),
        "a provider that rejects the key": behaving({ status: 401 }),
      },
    }));
}

describe("the conformance suite for rerankers", () => {
  /** A conforming reranker that counts common words. */
  function good(): Reranker {
    let isClosed = false;
    return {
      model: "words",
      maxDocuments: 200,
      async rerank(question, texts) {
        if (isClosed) throw new QuarryError("unavailable", "The reranker is closed.");
        return Float32Array.from(texts, (text) =>
          fakeRelevance(question.slice(0, 5000), text.slice(0, 5000)),
        );
      },
      async close() {
        isClosed = true;
      },
    };
  }

  const unavailable = (): Reranker => ({
    ...good(),
    async rerank(_, texts) {
      if (texts.length > 0) throw new QuarryError("unavailable", "The provider is unavailable.");
      return new Float32Array();
    },
  });

  const runSuite = (make: () => Reranker, makeBroken: () => Reranker = unavailable) =>
    runRecorded((runner) =>
      rerankerSuite(runner, async () => make(), {
        broken: { "an unavailable provider": async () => makeBroken() },
      }),
    );

  test("passes for a conforming reranker", async () => {
    const { count, failures } = await runSuite(good);
    expect(count).toBeGreaterThan(15);
    expect(failures).toEqual([]);
  });

  type Change = (rerank: Reranker["rerank"]) => Partial<Reranker>;
  /** Ways to break a reranker, and the group of tests that must fail. */
  const BROKEN: readonly (readonly [what: string, group: string, change: Change])[] = [
    ["an empty name", "itself", () => ({ model: "" })],
    ["a fractional maximum of documents", "itself", () => ({ maxDocuments: 0.5 })],
    [
      "different scores after each creation",
      "itself",
      (rerank) => {
        const share = Math.random() / 2 + 0.2;
        return { rerank: async (...call) => (await rerank(...call)).map((score) => score * share) };
      },
    ],
    [
      "scores sorted by value",
      "lists",
      (rerank) => ({ rerank: async (...call) => (await rerank(...call)).sort().reverse() }),
    ],
    [
      "logits instead of scores",
      "lists",
      (rerank) => ({ rerank: async (...call) => (await rerank(...call)).map((score) => 8 * score - 4) }),
    ],
    [
      "scores that depend on the other texts",
      "lists",
      (rerank) => ({
        rerank: async (question, texts) =>
          (await rerank(question, texts)).map((score) => score / Math.max(1, texts.length)),
      }),
    ],
    [
      "scores for ten texts only",
      "lists",
      (rerank) => ({ rerank: async (question, texts) => rerank(question, texts.slice(0, 10)) }),
    ],
    [
      "results swapped between concurrent calls",
      "lists",
      (rerank) => {
        let latest = "";
        return {
          async rerank(question, texts) {
            latest = question;
            await Promise.resolve();
            return rerank(latest, texts);
          },
        };
      },
    ],
    [
      "a score for an empty list",
      "lists",
      (rerank) => ({
        rerank: async (question, texts) =>
          texts.length === 0 ? new Float32Array(1) : rerank(question, texts),
      }),
    ],
    [
      "reversed scores",
      "texts",
      (rerank) => ({ rerank: async (...call) => (await rerank(...call)).map((score) => 1 - score) }),
    ],
    [
      "NaN for blank texts",
      "texts",
      (rerank) => ({
        rerank: async (question, texts) =>
          (await rerank(question, texts)).map((score, at) => (texts[at]?.trim() === "" ? Number.NaN : score)),
      }),
    ],
    [
      "an error for long texts",
      "texts",
      (rerank) => ({
        rerank: (question, texts) =>
          texts.some((text) => text.length > 50_000)
            ? Promise.reject(new Error("too long"))
            : rerank(question, texts),
      }),
    ],
    [
      "an invalid text that changes the scores of other texts",
      "texts",
      (rerank) => ({
        rerank: async (question, texts) =>
          (await rerank(question, texts)).map((score) =>
            texts.some((text) => text !== text.toWellFormed()) ? 0 : score,
          ),
      }),
    ],
    ["results after close", "closing", () => ({ close: async () => {} })],
  ];

  for (const [what, group, change] of BROKEN)
    test(`fails for ${what}`, async () => {
      const { failures } = await runSuite(() => {
        const reranker = good();
        return { ...reranker, ...change(reranker.rerank) };
      });
      expect(
        failures.map((failure) => failure.test).filter((title) => title.includes(`: ${group}`)),
      ).not.toEqual([]);
    });

  const WRONG_FAILURES: readonly (readonly [what: string, rerank: Reranker["rerank"]])[] = [
    ["zeros from an unavailable provider", async (_, texts) => new Float32Array(texts.length)],
    ["a library's own error", () => Promise.reject(new TypeError("fetch failed"))],
    ["another error code", () => Promise.reject(new QuarryError("internal", "The provider is unavailable."))],
  ];
  for (const [what, rerank] of WRONG_FAILURES)
    test(`fails for ${what}`, async () => {
      const { failures } = await runSuite(good, () => ({ ...good(), rerank }));
      expect(failures.map((failure) => failure.test)).toEqual([expect.stringContaining("failures")]);
    });
});
