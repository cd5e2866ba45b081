import { beforeAll, describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectMatch } from "./expecting.ts";
import { type Json, number, object, string } from "./reading.ts";
import { ask, filenames, newSpace, putDocument, uniqueWord } from "./seeding.ts";

function expectRanked(results: Json[]): void {
  const similarities = results.map((item) => number(item.similarity));
  for (const similarity of similarities) {
    expect(similarity).toBeGreaterThanOrEqual(0);
    expect(similarity).toBeLessThanOrEqual(1);
  }
  expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
}

/** Responses of a standard query. */
export function queryResultTests(): void {
  describe("query results", () => {
    const animal = uniqueWord();
    let spaces: Json[] = [];
    let ids: string[] = [];

    beforeAll(async () => {
      spaces = [await newSpace({ description: "First" }), await newSpace({ description: "Second" })];
      ids = spaces.map((space) => string(space.id));
      const [first = "", second = ""] = ids;
      await putDocument(first, "exact.txt", `The ${animal} eats moss.`, { kind: "food" });
      await putDocument(
        second,
        "long.txt",
        `A ${animal} may live for forty years, and it walks over the ice in herds.`,
      );
      await putDocument(first, "other.md", "# Weather\n\n## Wind\n\nStorms come from the north in winter.");
      for (let n = 0; n < 10; n += 1)
        await putDocument(second, `n${n}.txt`, `Note ${n}: the ${animal} was seen ${n} times.`);
    });

    test("§2.3 result item: every field is present", async () => {
      const { results } = await ask({ query: `What does the ${animal} eat? moss`, spaceIds: ids[0] });
      const { id, name, description } = spaces[0] ?? {};
      expectMatch(results[0], {
        chunk: { id: expect.stringMatching(/^chk_/), content: `The ${animal} eats moss.`, chunkIndex: 0 },
        document: { id: expect.stringMatching(/^doc_/), filename: "exact.txt", metadata: { kind: "food" } },
        space: { id, name, description },
        similarity: expect.any(Number),
        metadata: expect.any(Object),
        scores: expect.any(Object),
      });
    });

    test("§4.3 query: several spaces are merged, similarity in [0, 1], descending", async () => {
      const { body, results } = await ask({ query: `${animal} moss`, spaceIds: ids, topK: 100 });
      expectRanked(results);
      expect(filenames(results)[0]).toBe("exact.txt");
      expect(filenames(results)).toEqual(
        expect.arrayContaining(["exact.txt", "long.txt", "n0.txt", "n9.txt"]),
      );
      expect(new Set(results.map((item) => object(item.space).id))).toEqual(new Set(ids));
      expect(body.totalResults).toBe(results.length);
      expect(body).not.toHaveProperty("groupedBySpace");
      expect(body).not.toHaveProperty("reasoning");
    });

    test.each(["hybrid", "vector", "lexical"])("decisions/Query: mode %s", async (mode) => {
      const { results } = await ask({ query: `${animal} moss`, spaceIds: ids, mode });
      expect(filenames(results)[0]).toBe("exact.txt");
      expectRanked(results);
    });

    test("decisions/Query: hybrid is the default mode", async () => {
      const question = { query: `${animal} years`, spaceIds: ids };
      expect((await ask(question)).results).toEqual((await ask({ ...question, mode: "hybrid" })).results);
    });

    test("decisions/Query: spaceIds takes one id, several, and slugs", async () => {
      const found = async (spaceIds: unknown) => (await ask({ query: animal, spaceIds, topK: 100 })).results;
      const [first, second] = spaces;
      const one = await found(first?.id);
      expect(await found([first?.id])).toEqual(one);
      expect(await found(first?.slug)).toEqual(one);
      expect(await found([first?.id, first?.slug])).toEqual(one);
      expect(await found([first?.slug, second?.id])).toEqual(await found(ids));
    });

    test("§8 limits: topK and limit are both the number of results, 10 by default", async () => {
      const question = { query: animal, spaceIds: ids };
      expect((await ask(question)).results).toHaveLength(10);
      expectMatch((await ask({ ...question, topK: 3 })).body, { totalResults: 3 });
      expectMatch((await ask({ ...question, limit: 3 })).body, { totalResults: 3 });
      expect((await ask({ ...question, limit: 3, topK: 3 })).results).toHaveLength(3);
      expect((await ask({ ...question, topK: 1 })).results).toHaveLength(1);
    });

    test("§4.3 query: threshold keeps results of at least that similarity, and defaults to 0", async () => {
      const question = { query: `${animal} moss`, spaceIds: ids, topK: 100 };
      const { results } = await ask(question);
      expect((await ask({ ...question, threshold: 0 })).results).toEqual(results);
      for (const item of [results[0], results[Math.floor(results.length / 2)]]) {
        const threshold = Math.max(0, number(item?.similarity) - 1e-6);
        const kept = results.filter((each) => number(each.similarity) >= threshold);
        expect(filenames((await ask({ ...question, threshold })).results)).toEqual(filenames(kept));
      }
      for (const item of (await ask({ ...question, threshold: 1 })).results) expect(item.similarity).toBe(1);
    });

    test("decisions/Query: an item's metadata is the chunk's: headings, start and end in the text", async () => {
      const { results } = await ask({ query: "storms winter north", spaceIds: ids, topK: 1 });
      const metadata = object(results[0]?.metadata);
      expect(metadata).toContainKeys(["page", "headings", "start", "end", "ocr"]);
      expect(JSON.stringify(metadata.headings)).toMatch(/Weather.*Wind/);
      const named = await call("GET", `/api/documents/by-filename?spaceId=${ids[0] ?? ""}&filename=other.md`);
      const passage = string(named.json.content).slice(number(metadata.start), number(metadata.end));
      expect(passage).toContain("Storms come from the north in winter.");
    });

    test("issue 19: an item's place has the same fields as its metadata", async () => {
      const { results } = await ask({ query: "storms winter north", spaceIds: ids, topK: 5 });
      for (const { place, metadata } of results) expect(place).toEqual(metadata);
      expect(object(results[0]?.place)).toMatchObject({ page: null, start: expect.any(Number) });
    });

    test("decisions/Query: reasoning is returned only with explain", async () => {
      const question = { query: `${animal} moss`, spaceIds: ids };
      const reasoning = string((await ask({ ...question, explain: true })).body.reasoning);
      for (const space of spaces) expect(reasoning).toContain(string(space.name));
      expect((await ask({ ...question, explain: false })).body).not.toHaveProperty("reasoning");
    });

    test("decisions/Query: maxPerDocument bounds the results of one document", async () => {
      const content = Array.from({ length: 40 }, (_, n) => `The ${animal} on day ${n}. `.repeat(20)).join(
        "\n\n",
      );
      const space = await newSpace();
      await putDocument(string(space.id), "long.txt", content);
      const question = { query: animal, spaceIds: space.id, topK: 100 };
      expect((await ask(question)).results.length).toBeGreaterThan(1);
      expect((await ask({ ...question, maxPerDocument: 1 })).results).toHaveLength(1);
    });
  });
}
