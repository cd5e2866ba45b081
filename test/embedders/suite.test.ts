import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { embedderSuite } from "@quarry/conformance";
import type { Embedder } from "@quarry/core";
import { createBuiltinEmbedder, createOpenAiEmbedder } from "@quarry/embedders";
import { runRecorded } from "../stores/recording-runner.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";

describe("the builtin embedder", () =>
  embedderSuite({ describe, test, expect }, async () => createBuiltinEmbedder()));

describe("an embedder that calls OpenAI's API", () => {
  let provider: EmbeddingProvider;
  beforeAll(() => {
    provider = startEmbeddingProvider();
  });
  afterAll(() => provider.stop());

  embedderSuite({ describe, test, expect }, async () =>
    createOpenAiEmbedder({ apiKey: provider.apiKey, baseUrl: provider.url }),
  );
});

describe("the conformance suite for embedders", () => {
  /** Ways to break an embedder, and the group of tests that must fail. */
  const BROKEN: readonly (readonly [
    what: string,
    group: string,
    change: (good: Embedder) => Partial<Embedder>,
  ])[] = [
    [
      "vectors in another order",
      "batches",
      ({ embed }) => ({ embed: async (texts, purpose) => (await embed(texts, purpose)).reverse() }),
    ],
    [
      "vectors that depend on the other texts in the batch",
      "batches",
      ({ embed }) => ({
        embed: async (texts, purpose) =>
          (await embed(texts, purpose)).map((vector) =>
            vector.map((value, at) => (at === 0 ? texts.length : value)),
          ),
      }),
    ],
    [
      "a truncated batch",
      "batches",
      ({ embed }) => ({ embed: (texts, purpose) => embed(texts.slice(0, 50), purpose) }),
    ],
    [
      "results swapped between concurrent calls",
      "batches",
      ({ embed }) => {
        let latest: readonly string[] = [];
        return {
          async embed(texts, purpose) {
            latest = texts;
            await Promise.resolve();
            return embed(latest, purpose);
          },
        };
      },
    ],
    [
      "different vectors after each creation",
      "itself",
      ({ embed }) => {
        const noise = Math.random() + 1;
        return {
          embed: async (texts, purpose) =>
            (await embed(texts, purpose)).map((vector) => vector.map((value) => value * noise)),
        };
      },
    ],
    ["vectors with other dimensions than declared", "texts", () => ({ dimensions: 511 })],
    [
      "NaN for texts without words",
      "texts",
      ({ embed }) => ({
        embed: async (texts, purpose) =>
          (await embed(texts, purpose)).map((vector) =>
            vector.some((value) => value !== 0) ? vector : vector.fill(Number.NaN),
          ),
      }),
    ],
    [
      "queries in another vector space than documents",
      "texts",
      ({ embed }) => ({
        embed: async (texts, purpose) =>
          (await embed(texts, purpose)).map((vector) => (purpose === "query" ? vector.toReversed() : vector)),
      }),
    ],
    [
      "the same vector for all texts",
      "texts",
      ({ embed }) => ({
        embed: (texts, purpose) =>
          embed(
            texts.map(() => "the same word"),
            purpose,
          ),
      }),
    ],
    [
      "an error for long texts",
      "texts",
      ({ embed }) => ({
        embed: (texts, purpose) =>
          texts.some((text) => text.length > 50_000)
            ? Promise.reject(new Error("too long"))
            : embed(texts, purpose),
      }),
    ],
  ];

  for (const [what, group, change] of BROKEN)
    test(`fails for ${what}`, async () => {
      const { count, failures } = await runRecorded((runner) =>
        embedderSuite(runner, async () => {
          const good = createBuiltinEmbedder();
          return { ...good, ...change(good) };
        }),
      );
      expect(count).toBeGreaterThan(15);
      expect(
        failures.map((failure) => failure.test).filter((title) => title.includes(`: ${group}`)),
      ).not.toEqual([]);
    });
});
