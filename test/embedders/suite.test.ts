import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { embedderSuite } from "@quarry/conformance";
import type { Embedder } from "@quarry/core";
import { createBuiltinEmbedder, createOpenAiEmbedder } from "@quarry/embedders";
import { runRecorded } from "../stores/recording-runner.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";

describe("the builtin embedder", () =>
  embedderSuite({ describe, test, expect }, async () => createBuiltinEmbedder()));

describe("an embedder behind OpenAI's API", () => {
  let provider: EmbeddingProvider;
  beforeAll(() => {
    provider = startEmbeddingProvider();
  });
  afterAll(() => provider.stop());

  embedderSuite({ describe, test, expect }, async () =>
    createOpenAiEmbedder({ apiKey: provider.apiKey, baseUrl: provider.url }),
  );
});

describe("the suite for embedders", () => {
  /** Ways to break a good embedder, and the group that must find it. */
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
      "vectors that depend on what stands beside",
      "batches",
      ({ embed }) => ({
        embed: async (texts, purpose) =>
          (await embed(texts, purpose)).map((vector) =>
            vector.map((value, at) => (at === 0 ? texts.length : value)),
          ),
      }),
    ],
    [
      "a batch that is cut short",
      "batches",
      ({ embed }) => ({ embed: (texts, purpose) => embed(texts.slice(0, 100), purpose) }),
    ],
    [
      "answers that are mixed up",
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
      "another vector each time it is made",
      "itself",
      ({ embed }) => {
        const noise = Math.random() + 1;
        return {
          embed: async (texts, purpose) =>
            (await embed(texts, purpose)).map((vector) => vector.map((value) => value * noise)),
        };
      },
    ],
    ["other dimensions than it says", "texts", () => ({ dimensions: 511 })],
    [
      "no number for what has no words",
      "texts",
      ({ embed }) => ({
        embed: async (texts, purpose) =>
          (await embed(texts, purpose)).map((vector) =>
            vector.some((value) => value !== 0) ? vector : vector.fill(Number.NaN),
          ),
      }),
    ],
    [
      "questions in a space of their own",
      "texts",
      ({ embed }) => ({
        embed: async (texts, purpose) =>
          (await embed(texts, purpose)).map((vector) => (purpose === "query" ? vector.toReversed() : vector)),
      }),
    ],
    [
      "one vector for everything",
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
      "a refusal of long texts",
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
    test(`is red: ${what}`, async () => {
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
