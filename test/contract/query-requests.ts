import { beforeAll, describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, object, objects } from "./reading.ts";
import { ask, filenames, newSpace, newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

/** Request fields of a standard query, and grouping. */
export function queryRequestTests(): void {
  describe("query requests", () => {
    let spaceId = "";
    const query = (fields: Json) =>
      call("POST", "/api/query", { body: { query: "tea", spaceIds: spaceId, ...fields } });

    beforeAll(async () => {
      spaceId = await newSpaceId();
      await putDocument(spaceId, "tea.txt", "Green tea needs cooler water.");
    });

    test("§4.3 query: an unknown space is 404 and is named, also among known ones", async () => {
      const unknown = `spc_${uniqueWord()}`;
      expect(expectError(await query({ spaceIds: unknown }), 404)).toContain(unknown);
      expect(expectError(await query({ spaceIds: [spaceId, unknown] }), 404)).toContain(unknown);
    });

    test("decisions/Query: an archived space is 404 and is named, by id and by slug", async () => {
      const { id, slug } = await newSpace();
      await call("DELETE", `/api/spaces/${String(id)}`);
      expect(expectError(await query({ spaceIds: [spaceId, id] }), 404)).toContain(String(id));
      expect(expectError(await query({ spaceIds: slug }), 404)).toContain(String(slug));
    });

    test("decisions/Query: topK and limit with different values is 400", async () => {
      expectError(await query({ topK: 3, limit: 4 }), 400);
    });

    const REFUSED: [fields: Json, path: string][] = [
      [{ query: "" }, "/query"],
      [{ query: "q".repeat(10_001) }, "/query"],
      [{ query: 7 }, "/query"],
      [{ query: null }, "/query"],
      [{ spaceIds: [] }, "/spaceIds"],
      [{ spaceIds: 7 }, "/spaceIds"],
      [{ spaceIds: null }, "/spaceIds"],
      [{ documentIds: [] }, "/documentIds"],
      [{ documentIds: ["spc_a"] }, "/documentIds/0"],
      [{ topK: 0 }, "/topK"],
      [{ topK: 101 }, "/topK"],
      [{ topK: 1.5 }, "/topK"],
      [{ topK: "5" }, "/topK"],
      [{ limit: 0 }, "/limit"],
      [{ limit: 101 }, "/limit"],
      [{ threshold: -0.1 }, "/threshold"],
      [{ threshold: 1.1 }, "/threshold"],
      [{ metadata: [1] }, "/metadata"],
      [{ metadata: "a" }, "/metadata"],
      [{ groupBySpace: "yes" }, "/groupBySpace"],
      [{ mode: "magic" }, "/mode"],
      [{ explain: 1 }, "/explain"],
      [{ rerank: "yes" }, "/rerank"],
      [{ rerank: { candidates: 0 } }, "/rerank"],
      [{ rerank: { candidates: 201 } }, "/rerank"],
      [{ rerank: { candidates: 1.5 } }, "/rerank"],
      [{ rerank: { model: "mine" } }, "/rerank"],
    ];

    test.each(REFUSED.map(([fields, path]) => [JSON.stringify(fields).slice(0, 40), path, fields] as const))(
      "§8 limits: query %s is refused at %s",
      async (_, path, fields) => {
        expectRefused(await query(fields), path);
      },
    );

    test("decisions/Query: rerank without a reranker is refused and names the setting; false is accepted", async () => {
      const smart = (fields: Json) => call("POST", "/api/query/smart", { body: { query: "tea", ...fields } });
      for (const rerank of [true, {}, { candidates: 1 }, { candidates: 200 }])
        for (const reply of [
          await query({ rerank }),
          await smart({ rerank, search: true }),
          await smart({ rerank }),
        ]) {
          expectRefused(reply, "/rerank");
          expect(reply.json.message).toContain("set QUARRY_RERANKER to http or local");
        }
      expect((await query({ rerank: false })).json).toEqual((await query({})).json);
    });

    test("§4.3 query: query and spaceIds are required, and both are reported at once", async () => {
      expectRefused(await call("POST", "/api/query", { body: {} }), "/query", "/spaceIds");
    });

    test("§8 limits: the bounds themselves are accepted", async () => {
      const question = `tea ${"q ".repeat(5_000)}`.slice(0, 10_000);
      const fields: Json[] = [
        { topK: 1 },
        { topK: 100 },
        { limit: 100 },
        { threshold: 1 },
        { query: question },
      ];
      for (const each of [...fields, { query: "t" }]) expectStatus(await query(each), 200);
    });

    test.each(["?!…", "   ", "'; DROP TABLE spaces; --", "\\", "%", "🍵", "\u202Etea", 'AND OR NOT ( " *'])(
      "§4.3 query: the odd question '%s' is no server error",
      async (question) => {
        expect([200, 400]).toContain((await query({ query: question })).status);
      },
    );

    test("§4.3 query: groupBySpace returns a group for each queried space and keeps the flat results", async () => {
      const [other, empty] = [await newSpace(), await newSpace({ description: "Nothing here" })];
      await putDocument(String(other.id), "black.txt", "Black tea takes boiling water.");
      const question = { query: "tea water", spaceIds: [spaceId, other.id, empty.id] };
      const flat = (await ask(question)).results;
      const { body, results } = await ask({ ...question, groupBySpace: true });
      expect(results).toEqual(flat);
      expect(filenames(results).sort()).toEqual(["black.txt", "tea.txt"]);
      const groups = object(body.groupedBySpace);
      expect(Object.keys(groups).sort()).toEqual([...(question.spaceIds as string[])].sort());
      for (const item of results) {
        const { space, chunks, totalMatches } = object(groups[String(object(item.space).id)]);
        expect(space).toEqual(item.space);
        expect(objects(chunks)).toContainEqual(item);
        expect(Number(totalMatches)).toBeGreaterThanOrEqual(objects(chunks).length);
      }
      expectMatch(groups[String(empty.id)], {
        space: { id: empty.id, name: empty.name, description: "Nothing here" },
        chunks: [],
        totalMatches: 0,
      });
      expect((await ask({ ...question, groupBySpace: false })).body).not.toHaveProperty("groupedBySpace");
    });

    test("§4.3 query: an empty space returns no results", async () => {
      expectMatch((await ask({ query: "tea", spaceIds: await newSpaceId() })).body, {
        results: [],
        totalResults: 0,
      });
    });
  });
}
