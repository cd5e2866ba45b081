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

  describe(`a reranker behind an API like that of ${form}`, () =>
    rerankerSuite({ describe, test, expect }, async () => opened(), {
      broken: {
        "a provider that is not there": async () =>
          createHttpReranker({ baseUrl: "http://127.0.0.1:1/v1", timeoutMs: 150 }),
        "a provider that is too slow": behaving({ delayMs: 20_000 }),
        "a provider that breaks off": behaving({ drops: true }),
        "a provider that fails": behaving({ status: 500 }),
        "a provider that answers nonsense": behaving({
          body: '{"results":[{"index":0,"relevance_score":null}]}',
        }),
        "a provider that refuses": behaving({ status: 401 }),
      },
    }));
}

describe("the suite for rerankers", () => {
  /** By common words, in this process. */
  function good(): Reranker {
    let isClosed = false;
    return {
      model: "words",
      maxDocuments: 200,
      async rerank(question, texts) {
        if (isClosed) throw new QuarryError("unavailable", "It is closed.");
        return Float32Array.from(texts, (text) =>
          fakeRelevance(question.slice(0, 5000), text.slice(0, 5000)),
        );
      },
      async close() {
        isClosed = true;
      },
    };
  }

  const away = (): Reranker => ({
    ...good(),
    async rerank(_, texts) {
      if (texts.length > 0) throw new QuarryError("unavailable", "It is away.");
      return new Float32Array();
    },
  });

  const verdictOn = (make: () => Reranker, makeBroken: () => Reranker = away) =>
    runRecorded((runner) =>
      rerankerSuite(runner, async () => make(), { broken: { "one that is away": async () => makeBroken() } }),
    );

  test("is green for a reranker with nothing wrong", async () => {
    const { count, failures } = await verdictOn(good);
    expect(count).toBeGreaterThan(15);
    expect(failures).toEqual([]);
  });

  type Change = (rerank: Reranker["rerank"]) => Partial<Reranker>;
  /** Ways to break a good reranker, and the group that must find it. */
  const BROKEN: readonly (readonly [what: string, group: string, change: Change])[] = [
    ["no name", "itself", () => ({ model: "" })],
    ["room for half a text", "itself", () => ({ maxDocuments: 0.5 })],
    [
      "other scores each time it is made",
      "itself",
      (rerank) => {
        const share = Math.random() / 2 + 0.2;
        return { rerank: async (...call) => (await rerank(...call)).map((score) => score * share) };
      },
    ],
    [
      "scores in the order of their worth",
      "lists",
      (rerank) => ({ rerank: async (...call) => (await rerank(...call)).sort().reverse() }),
    ],
    [
      "bare numbers of a model",
      "lists",
      (rerank) => ({ rerank: async (...call) => (await rerank(...call)).map((score) => 8 * score - 4) }),
    ],
    [
      "scores that depend on what stands beside",
      "lists",
      (rerank) => ({
        rerank: async (question, texts) =>
          (await rerank(question, texts)).map((score) => score / Math.max(1, texts.length)),
      }),
    ],
    [
      "only the best ten",
      "lists",
      (rerank) => ({ rerank: async (question, texts) => rerank(question, texts.slice(0, 10)) }),
    ],
    [
      "answers that are mixed up",
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
      "a score for no text",
      "lists",
      (rerank) => ({
        rerank: async (question, texts) =>
          texts.length === 0 ? new Float32Array(1) : rerank(question, texts),
      }),
    ],
    [
      "the worst first",
      "texts",
      (rerank) => ({ rerank: async (...call) => (await rerank(...call)).map((score) => 1 - score) }),
    ],
    [
      "no number for what has no words",
      "texts",
      (rerank) => ({
        rerank: async (question, texts) =>
          (await rerank(question, texts)).map((score, at) => (texts[at]?.trim() === "" ? Number.NaN : score)),
      }),
    ],
    [
      "a refusal of long texts",
      "texts",
      (rerank) => ({
        rerank: (question, texts) =>
          texts.some((text) => text.length > 50_000)
            ? Promise.reject(new Error("too long"))
            : rerank(question, texts),
      }),
    ],
    [
      "an odd text that spoils those beside it",
      "texts",
      (rerank) => ({
        rerank: async (question, texts) =>
          (await rerank(question, texts)).map((score) =>
            texts.some((text) => text !== text.toWellFormed()) ? 0 : score,
          ),
      }),
    ],
    ["answers after its end", "end", () => ({ close: async () => {} })],
  ];

  for (const [what, group, change] of BROKEN)
    test(`is red: ${what}`, async () => {
      const { failures } = await verdictOn(() => {
        const reranker = good();
        return { ...reranker, ...change(reranker.rerank) };
      });
      expect(failures.map((failure) => failure.test).filter((title) => title.includes(group))).not.toEqual(
        [],
      );
    });

  const TROUBLED: readonly (readonly [what: string, rerank: Reranker["rerank"]])[] = [
    ["zeros while it is away", async (_, texts) => new Float32Array(texts.length)],
    ["an error of the library's", () => Promise.reject(new TypeError("fetch failed"))],
    ["another code", () => Promise.reject(new QuarryError("internal", "It is away."))],
  ];
  for (const [what, rerank] of TROUBLED)
    test(`is red: ${what}`, async () => {
      const { failures } = await verdictOn(good, () => ({ ...good(), rerank }));
      expect(failures.map((failure) => failure.test)).toEqual([expect.stringContaining("troubles")]);
    });
});
