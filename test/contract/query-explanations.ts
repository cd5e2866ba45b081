import { beforeAll, describe, expect, test } from "bun:test";
import { expectMatch } from "./expecting.ts";
import { type Json, number, object, objects, string } from "./reading.ts";
import { ask, filenames, newSpaceId, putDocument } from "./seeding.ts";

const NOTHING = {
  byThreshold: 0,
  bestBelowThreshold: null,
  byFilter: 0,
  byMaxPerDocument: 0,
  byRepetition: 0,
  notLive: 0,
};

/** Explanations of a query, and removal of near-duplicate passages. */
export function queryExplanationTests(): void {
  describe("query explanations", () => {
    let spaceIds = "";
    const explained = async (fields: Json) => {
      const { body, results } = await ask({ query: "harbour lamps", spaceIds, explain: true, ...fields });
      const explanation = object(body.explanation);
      const reasoning = string(body.reasoning);
      return { results, explanation, reasoning, removed: object(explanation.removed) };
    };
    const legs = (explanation: Json) =>
      objects(explanation.legs).map(({ name, weight }) => ({ name, weight }));

    beforeAll(async () => {
      spaceIds = await newSpaceId({ name: "Port" });
      await putDocument(spaceIds, "lamps.txt", "The harbour lamps burn oil.", { year: 2020 });
      await putDocument(spaceIds, "harbour.txt", "Ships wait outside the harbour for a pilot.", {
        year: 2021,
      });
      await putDocument(spaceIds, "rules.md", "# Lamps\n\nTrim every wick before noon.", { year: 2022 });
      await putDocument(spaceIds, "fees.txt", "Every ship pays thirty coins.", { year: 2023 });
    });

    test("issue 5: each item lists matched words, how they matched, missing words, and each leg's score", async () => {
      const query = "Is the wellknown recieve lamp of the harbour oily?";
      await putDocument(spaceIds, "words.txt", "Receive the well-known lamps.", { year: 2024 });
      const { results, explanation } = await explained({ query });
      const item = results.find((each) => object(each.document).filename === "words.txt");
      expectMatch(object(item?.explanation), {
        terms: [
          { term: "wellknown", matched: ["well-known"], how: "joined" },
          { term: "recieve", matched: ["Receive"], how: "typo" },
          { term: "lamp", matched: ["lamps"], how: "word" },
        ],
        missing: ["harbour", "oily"],
        contributions: { lexical: expect.any(Number), vector: expect.any(Number) },
      });
      expect(explanation.queryTerms).toEqual(["wellknown", "recieve", "lamp", "harbour", "oily"]);
    });

    test("issue 5: a word of a heading or file name is not reported missing", async () => {
      const { results } = await explained({ query: "fees wick", topK: 2 });
      const fees = results.find((item) => object(item.document).filename === "fees.txt");
      expectMatch(object(fees?.explanation), {
        terms: [{ term: "fees", matched: ["fees"], how: "context" }],
        missing: ["wick"],
      });
    });

    test("issue 5: the legs' weights sum to one, and their scores fall with the similarity", async () => {
      const { results, explanation } = await explained({});
      expectMatch(explanation, {
        mode: "hybrid",
        spaces: 1,
        queryTerms: ["harbour", "lamps"],
        removed: NOTHING,
      });
      const [lexical, vector] = objects(explanation.legs);
      expectMatch(lexical, { name: "lexical", candidates: expect.any(Number) });
      expectMatch(vector, { name: "vector", model: expect.any(String), candidates: expect.any(Number) });
      expect(number(lexical?.weight) + number(vector?.weight)).toBeCloseTo(1, 12);
      const sums = results.map((item) => {
        const { contributions } = object(item.explanation);
        const { lexical, vector } = object(contributions);
        return number(lexical) + number(vector);
      });
      expect(sums.length).toBeGreaterThan(2);
      expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    });

    test("issue 5: a leg that did not run is absent, and the other has all the weight", async () => {
      const words = await explained({ mode: "lexical" });
      expect(legs(words.explanation)).toEqual([{ name: "lexical", weight: 1 }]);
      const vectors = await explained({ mode: "vector" });
      expect(legs(vectors.explanation)).toEqual([{ name: "vector", weight: 1 }]);
    });

    test("issue 5: counts the candidates that the threshold removed", async () => {
      const all = (await explained({ topK: 100 })).results;
      const [first, second] = all.map(({ similarity }) => number(similarity));
      const threshold = ((first ?? 0) + (second ?? 0)) / 2;
      const { results, removed, reasoning } = await explained({ threshold, topK: 100 });
      expect(results).toHaveLength(1);
      expect(removed).toEqual({ ...NOTHING, byThreshold: all.length - 1, bestBelowThreshold: second });
      expect(reasoning).toContain("threshold");
    });

    test("issue 5: counts the candidates that each form of filter removed", async () => {
      const all = filenames((await explained({ topK: 100 })).results).length;
      for (const filter of [{ metadata: { year: 2020 } }, { filter: { year: { $lt: 2021 } } }]) {
        const { results, removed, reasoning } = await explained({ ...filter, topK: 100 });
        expect(filenames(results)).toEqual(["lamps.txt"]);
        expect(removed).toEqual({ ...NOTHING, byFilter: all - 1 });
        expect(reasoning).toContain("filter");
      }
      const { removed } = await explained({ metadata: { year: 2021 }, threshold: 0.99, topK: 100 });
      expect(number(removed.byThreshold) + number(removed.byFilter)).toBeLessThanOrEqual(2);
    });

    test("issue 5: the reasoning names the words found and missed", async () => {
      const { reasoning } = await explained({ query: "harbour lamps in Berlin" });
      for (const part of ['"Port"', '"lamps.txt"', '"harbour"', '"lamps"', '"Berlin"', "%"])
        expect(reasoning).toContain(part);
      expect((await explained({ query: "?!" })).explanation.queryTerms).toEqual([]);
    });

    test("issue 5: a duplicate passage of the same document is omitted; one of another document is kept", async () => {
      const space = await newSpaceId({ chunking: { maxTokens: 50 } });
      const clause = `The pilot boards every vessel before ${"it may pass the outer mole and the chain, ".repeat(3)}at dusk.`;
      const content = Array.from({ length: 6 }, () => clause).join("\n\n");
      for (const name of ["a.txt", "b.txt"]) await putDocument(space, name, content);
      const { results, removed } = await explained({ query: "pilot vessel", spaceIds: space, topK: 100 });
      expect(filenames(results).sort()).toEqual(["a.txt", "b.txt"]);
      expect(number(removed.byRepetition)).toBeGreaterThan(2);
    });

    test("issue 5: counts the candidates that maxPerDocument removed", async () => {
      const space = await newSpaceId({ chunking: { maxTokens: 50 } });
      const parts = Array.from({ length: 8 }, (_, n) => `Pilot ${n} boards ${`vessel${n} `.repeat(20)}`);
      await putDocument(space, "long.txt", parts.join("\n\n"));
      const question = { query: "pilot boards", spaceIds: space, topK: 100 };
      const all = (await explained(question)).results.length;
      expect(all).toBeGreaterThan(3);
      const { results, removed } = await explained({ ...question, maxPerDocument: 2 });
      expect(results).toHaveLength(2);
      expect(removed).toEqual({ ...NOTHING, byMaxPerDocument: all - 2 });
    });
  });
}
