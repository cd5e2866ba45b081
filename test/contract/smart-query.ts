import { beforeAll, describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, number, objects } from "./reading.ts";
import { newSpace, putDocument, uniqueWord } from "./seeding.ts";

const smart = (body: Json) => call("POST", "/api/query/smart", { body });

async function recommended(body: Json): Promise<Json[]> {
  const reply = await smart(body);
  expectStatus(reply, 200);
  return objects(reply.json.recommendations);
}

/** Smart queries. */
export function smartQueryTests(): void {
  describe("smart query", () => {
    const [topic, hidden] = [uniqueWord(), uniqueWord()];
    let described: Json = {};
    let holding: Json = {};

    beforeAll(async () => {
      described = await newSpace({ description: `Repair manuals of the ${topic} engine` });
      holding = await newSpace({ description: "Assorted notes" });
      await putDocument(String(holding.id), "notes.txt", `The ${hidden} procedure takes three steps.`);
      for (let n = 0; n < 6; n += 1) await newSpace({ description: `Manuals of the engine, volume ${n}` });
    });

    test("§4.4 smart query: recommendations with every field, best first, relevance in [0, 1]", async () => {
      const found = await recommended({ query: `How do I repair the ${topic} engine?`, limit: 100 });
      expectMatch(found[0], {
        spaceId: described.id,
        name: described.name,
        description: described.description,
        relevanceScore: expect.any(Number),
      });
      const scores = found.map((each) => number(each.relevanceScore));
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    });

    test("decisions/Smart query: limit bounds the recommendations, 5 by default", async () => {
      const query = "manuals of the engine";
      expect(await recommended({ query, limit: 1 })).toHaveLength(1);
      expect((await recommended({ query })).length).toBeLessThanOrEqual(5);
      expect((await recommended({ query, limit: 3 })).length).toBeLessThanOrEqual(3);
    });

    test("decisions/Smart query: a space's contents count as evidence", async () => {
      const found = await recommended({ query: `What is the ${hidden} procedure?` });
      expect(found.map((each) => each.spaceId)).toContain(holding.id);
    });

    test("decisions/Smart query: search adds the results of the recommended spaces", async () => {
      const query = `${hidden} procedure steps`;
      const reply = await smart({ query, search: true });
      expectStatus(reply, 200);
      const spaces = objects(reply.json.recommendations).map((each) => each.spaceId);
      const results = objects(reply.json.results);
      expectMatch(results[0], { document: { filename: "notes.txt" }, space: { id: holding.id } });
      for (const item of results) expect(spaces).toContain((item.space as Json).id);
      expect((await smart({ query })).json).not.toHaveProperty("results");
      expect((await smart({ query, search: false })).json).not.toHaveProperty("results");
    });

    test("§3.2 archive: an archived space is hidden from recommendations", async () => {
      const word = uniqueWord();
      const { id } = await newSpace({ description: `All about ${word}` });
      const query = `Tell me about ${word}`;
      expect((await recommended({ query })).map((each) => each.spaceId)).toContain(id);
      await call("DELETE", `/api/spaces/${String(id)}`);
      expect((await recommended({ query, limit: 100 })).map((each) => each.spaceId)).not.toContain(id);
    });

    test("decisions/Smart query: returns a reason, with explain the evidence; minRelevance filters", async () => {
      const query = `What is the ${hidden} procedure?`;
      const [found] = await recommended({ query });
      expectMatch(found, { spaceId: holding.id, reason: expect.stringContaining(hidden) });
      expect(found).not.toHaveProperty("evidence");
      const [explained] = await recommended({ query, explain: true });
      expectMatch(explained, {
        evidence: {
          description: expect.any(Number),
          vocabulary: expect.any(Number),
          bestPassage: expect.any(Number),
        },
      });
      for (const { relevanceScore } of await recommended({ query, limit: 100 }))
        expect(number(relevanceScore)).toBeGreaterThanOrEqual(0.001);
      for (const { relevanceScore } of await recommended({ query, limit: 100, minRelevance: 0.2 }))
        expect(number(relevanceScore)).toBeGreaterThanOrEqual(0.2);
      const all = await recommended({ query: "procedure", limit: 100, minRelevance: 0 });
      expect(all.map((each) => each.spaceId)).toContain(holding.id);
    });

    test("decisions/Smart query: recommends nothing when no space answers the question", async () => {
      const query = `${uniqueWord()} ${uniqueWord()} ${uniqueWord()}`;
      const reply = await smart({ query, search: true, minRelevance: 0.2 });
      expectMatch(reply.json, { recommendations: [], results: [], totalResults: 0 });
    });

    test("decisions/Smart query: bounds", async () => {
      expectRefused(await smart({}), "/query");
      expectRefused(await smart({ query: "", limit: 0 }), "/query", "/limit");
      expectRefused(await smart({ query: "x", limit: 101 }), "/limit");
      expectRefused(await smart({ query: "x", limit: 1.5 }), "/limit");
      expectRefused(await smart({ query: "x", minRelevance: 1.1 }), "/minRelevance");
      expectRefused(await smart({ query: "x", minRelevance: -0.1 }), "/minRelevance");
      expectStatus(await smart({ query: "x", limit: 1 }), 200);
      expectStatus(await smart({ query: "x", limit: 100 }), 200);
    });
  });
}
