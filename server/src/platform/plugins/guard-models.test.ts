import { expect, test } from "bun:test";
import { type Embedder, QuarryError, type Reranker } from "@quarry/core";
import { quietLog } from "../../../../test/support/quiet-log.ts";
import { guardEmbedder, guardReranker } from "./guard-models.ts";
import { createPluginHealth } from "./plugin-health.ts";

const SECRET = "a tenant's text";

function watched() {
  const lines: string[] = [];
  const health = createPluginHealth("model liar", {
    ...quietLog,
    info: (line) => void lines.push(line),
    error: (line, error) => void lines.push(`${line} ${String(error)}`),
  });
  return { health, lines };
}

const embedder = (embed: () => unknown): Embedder => ({
  model: "liar",
  dimensions: 2,
  maxBatch: 10,
  family: "semantic",
  embed: async () => embed() as Float32Array[],
  close: async () => undefined,
});
const reranker = (rerank: () => unknown): Reranker => ({
  model: "liar",
  maxDocuments: 10,
  rerank: async () => rerank() as Float32Array,
  close: async () => undefined,
});
const throws = (error: unknown) => () => {
  throw error;
};
const numbers = (...values: number[]) => Float32Array.from(values);

const LYING_EMBEDDERS: readonly [what: string, embed: () => unknown, said: string][] = [
  ["throws an Error", throws(new Error(SECRET)), "embed failed with Error"],
  ["throws a string", throws(SECRET), "embed failed with a string instead of an error"],
  ["returns nothing", () => undefined, "embed returned undefined instead of an array"],
  ["returns too few", () => [numbers(1, 0)], "embed returned 1 vectors for 2 texts"],
  [
    "returns lists",
    () => [
      [1, 0],
      [0, 1],
    ],
    "embed returned an array instead of a Float32Array",
  ],
  ["returns short ones", () => [numbers(1), numbers(1)], "embed returned a vector of 1 instead of 2 numbers"],
  [
    "returns NaN",
    () => [numbers(1, Number.NaN), numbers(1, 0)],
    "embed returned a number that is not finite",
  ],
];

for (const [what, embed, said] of LYING_EMBEDDERS)
  test(`an embedder that ${what} is away, by name and without a text`, async () => {
    const { health, lines } = watched();
    const guarded = guardEmbedder(embedder(embed), health);
    for (const purpose of ["document", "query"] as const) {
      const error: unknown = await guarded.embed([SECRET, SECRET], purpose).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "unavailable", message: `The model liar is away: ${said}.` });
    }
    expect(lines).toHaveLength(1);
    expect([...lines, ...health.problems()].join()).not.toContain(SECRET);
    expect(health.problems().join()).toContain(said);
  });

const LYING_RERANKERS: readonly [what: string, rerank: () => unknown, said: string][] = [
  ["returns a list", () => [1, 0], "rerank returned an array instead of a Float32Array"],
  ["returns too few", () => numbers(1), "rerank returned 1 scores for 2 texts"],
  ["returns NaN", () => numbers(1, Number.NaN), "rerank returned a score outside of [0, 1]"],
  ["returns 2", () => numbers(1, 2), "rerank returned a score outside of [0, 1]"],
];

for (const [what, rerank, said] of LYING_RERANKERS)
  test(`a reranker that ${what} is away, by name`, async () => {
    const { health } = watched();
    const guarded = guardReranker(reranker(rerank), health);
    const error: unknown = await guarded.rerank("?", [SECRET, SECRET]).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "unavailable", message: `The model liar is away: ${said}.` });
  });

test("a refused text is not an outage, and an outage ends with the next answer", async () => {
  const { health, lines } = watched();
  let answer: () => unknown = throws(new QuarryError("invalid_request", "The text is too long."));
  const guarded = guardEmbedder(
    embedder(() => answer()),
    health,
  );
  const embed = () => guarded.embed(["a"], "document").catch((error: QuarryError) => error.code);
  expect(await embed()).toBe("invalid_request");
  expect(health.problems()).toEqual([]);
  answer = throws(new Error("reset"));
  expect(await embed()).toBe("unavailable");
  expect(health.problems()).toHaveLength(1);
  answer = () => [numbers(1, 0)];
  await embed();
  expect(health.problems()).toEqual([]);
  expect(lines.map((line) => /away|back/.exec(line)?.[0])).toEqual(["away", "back"]);
});
