import { expect, test } from "bun:test";
import type { QueryResponse, QueryResult } from "@quarry/schema";
import { createAnswerJson } from "./answer-json.ts";

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const item: QueryResult = {
  chunk: { id: 'chk_"1"', content: 'a "quoted"\nline \\ é 猫 \u2028', chunkIndex: 3 },
  document: { id: "doc_1", filename: "a.txt", metadata: { content: 0, nested: '"content":0' } },
  space: { id: "spc_1", name: "Bench", description: "" },
  similarity: 0.5,
  scores: { lexical: 1.25, vector: null },
  place: { page: null, start: 0, end: 9, headings: ["A"] },
  metadata: { page: null, start: 0, end: 9, headings: ["A"] },
};

const answers: Record<string, QueryResponse> = {
  "no result": { results: [], totalResults: 0, noResults: { reason: "no_match", message: "Nothing." } },
  "several results, one of them twice": {
    results: [item, { ...item, chunk: { ...item.chunk, content: "x".repeat(9000) } }, item],
    totalResults: 3,
  },
  "every optional field": {
    results: [
      {
        ...item,
        scores: { ...item.scores, rerank: 0.75 },
        highlights: [{ start: 0, end: 1 }],
        neighbors: { before: [], after: [{ id: "chk_2", content: "after", chunkIndex: 4 }] },
        explanation: { terms: [], missing: ["word"], contributions: { lexical: 0.1, vector: 0 } },
      },
    ],
    totalResults: 1,
    groupedBySpace: { spc_1: { space: item.space, chunks: [item], totalMatches: 1 } },
    reasoning: "because",
    degraded: { mode: "lexical", reason: "none" },
  },
};

for (const [name, answer] of Object.entries(answers))
  test(`an answer with ${name} is the same as with JSON.stringify, also from the cache`, () => {
    const toJson = createAnswerJson();
    for (const _ of [1, 2])
      expect(JSON.parse(textOf(toJson(answer)))).toEqual(JSON.parse(JSON.stringify(answer)));
  });

test("a smart answer without a search has only recommendations", () => {
  expect(textOf(createAnswerJson()({ recommendations: [] }))).toBe('{"recommendations":[]}');
});

test("answers of any length follow each other, and each keeps its bytes", () => {
  const toJson = createAnswerJson();
  const answerOf = (length: number): QueryResponse => ({
    results: [{ ...item, chunk: { ...item.chunk, content: "猫".repeat(length) } }, item],
    totalResults: 2,
  });
  const lengths = [10, 20, 30_000, 600_000, 20, 10];
  const answers = lengths.map((length) => toJson(answerOf(length)));
  for (const [at, bytes] of answers.entries())
    expect(JSON.parse(textOf(bytes))).toEqual(answerOf(lengths[at] as number));
});
