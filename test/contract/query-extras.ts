import { beforeAll, describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, number, object, objects, string } from "./reading.ts";
import { ask, newKey, newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

const TEXTS: readonly (readonly [name: string, text: string, question: string, shown: readonly string[]])[] =
  [
    [
      "en.txt",
      "The lamps of the harbour were lit.",
      "When is the lamp in a harbour lit?",
      ["lamps", "harbour", "lit"],
    ],
    ["joined.txt", "A well-known getUserName call.", "wellknown getusername", ["well-known", "getUserName"]],
    ["typo.txt", "Receive the ladder.", "recieve ladders", ["Receive", "ladder"]],
    ["de.txt", "Die Häuser der Stadt und das Rathaus", "Wo ist das Haus?", ["Häuser"]],
    ["zh.txt", "今天北京的天气很好，北方也好。", "北京天气", ["北京", "天气"]],
    ["ar.txt", "قرأ كِتَاباً في البيت", "الكتاب", ["كِتَاباً"]],
  ];

function shown(item: Json | undefined): string[] {
  const content = string(object(item?.chunk).content);
  return objects(item?.highlights).map(({ start, end }) => content.slice(number(start), number(end)));
}

/** Optional parts of results: highlights and neighbors. */
export function queryExtraTests(): void {
  describe("query extras", () => {
    // Letters only, so that the analyzer sees one word.
    const word = uniqueWord().replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
    let spaceId = "";
    let long: Json[] = [];
    const question = { query: word, topK: 100 };
    const smart = (fields: Json) => call("POST", "/api/query/smart", { body: { query: word, ...fields } });

    beforeAll(async () => {
      spaceId = await newSpaceId({ chunking: { maxTokens: 50 } });
      const content = Array.from({ length: 9 }, (_, n) => {
        const filler = Array.from({ length: 12 }, (_, at) => `w${n}x${at}`).join(" ");
        return `${n === 4 ? word : "Others"} stands in part ${n} with ${filler}.`;
      }).join("\n\n");
      const { id } = await putDocument(spaceId, "long.txt", content);
      await putDocument(spaceId, "short.txt", `Only ${word}.`);
      const reply = await call("GET", `/api/spaces/${spaceId}/documents/${String(id)}/chunks?pageSize=100`);
      expectStatus(reply, 200);
      long = objects(reply.json.data);
      expect(long.length).toBeGreaterThan(5);
    });

    test.each(TEXTS)("issue 5: highlights of %s", async (name, text, query, expected) => {
      const space = await newSpaceId();
      await putDocument(space, name, text);
      const { results } = await ask({ query, spaceIds: space, highlight: true });
      expect(shown(results[0])).toEqual([...expected]);
    });

    test("issue 5: highlights, neighbors and explanation are returned only on request", async () => {
      for (const fields of [{}, { highlight: false, explain: false }]) {
        const { body, results } = await ask({ ...question, spaceIds: spaceId, ...fields });
        for (const field of ["highlights", "neighbors", "explanation"]) {
          expect(results[0]).not.toHaveProperty(field);
          expect(body).not.toHaveProperty(field);
        }
      }
    });

    test.each([0, 1, 2, 5])("issue 5: %d neighbors on each side, in reading order", async (neighbors) => {
      const { results } = await ask({ ...question, spaceIds: spaceId, neighbors });
      expect(results.length).toBeGreaterThan(1);
      for (const item of results) {
        const { chunkIndex } = object(item.chunk);
        const isLong = object(item.document).filename === "long.txt";
        const parts = isLong ? long.map(({ id, content, chunkIndex }) => ({ id, content, chunkIndex })) : [];
        const at = number(chunkIndex);
        expect(item.neighbors).toEqual({
          before: parts.slice(Math.max(0, at - neighbors), at),
          after: parts.slice(at + 1, at + 1 + neighbors),
        });
      }
    });

    test("issue 5: neighbors come from the current text", async () => {
      const space = await newSpaceId({ chunking: { maxTokens: 50 } });
      const parts = (text: string) =>
        [text, word, text].map((each) => `# ${each}\n\n${each} `.repeat(10)).join("\n\n");
      await putDocument(space, "a.md", parts("formerly"));
      await putDocument(space, "a.md", parts("currently"));
      const { results } = await ask({ ...question, spaceIds: space, neighbors: 5 });
      expect(JSON.stringify(results)).toContain("currently");
      expect(JSON.stringify(results)).not.toContain("formerly");
    });

    test("issue 5: groups contain the same items, with all requested parts", async () => {
      const extras = { groupBySpace: true, highlight: true, neighbors: 1, explain: true };
      const { body, results } = await ask({ ...question, spaceIds: spaceId, ...extras });
      expect(objects(object(object(body.groupedBySpace)[spaceId]).chunks)).toEqual(results);
      expect(shown(results[0])).toEqual([word]);
      for (const item of results) expect(item).toContainKeys(["highlights", "neighbors", "explanation"]);
    });

    test("issue 5: a smart query with search returns them too", async () => {
      const extras = { highlight: true, neighbors: 1, explain: true };
      const { json } = await smart({ search: true, ...extras });
      const [first] = objects(json.results);
      expect(new Set(shown(first))).toEqual(new Set([word]));
      expect(first).toContainKeys(["neighbors", "explanation"]);
      expect(json).toContainKeys(["reasoning", "explanation"]);
      expect((await smart(extras)).json).not.toHaveProperty("explanation");
    });

    test("issue 5: they need queries:read only", async () => {
      const extras = { highlight: true, neighbors: 2, explain: true };
      const body = { ...question, spaceIds: spaceId, ...extras };
      const { key } = await newKey({ permissions: ["queries:read"] });
      expect((await ask(body, { key })).results).toEqual((await ask(body)).results);
      const { key: other } = await newKey({ permissions: ["documents:read"] });
      expect(expectError(await call("POST", "/api/query", { key: other, body }), 403)).toContain(
        "queries:read",
      );
    });

    test.each<[Json, string]>([
      [{ neighbors: 6 }, "/neighbors"],
      [{ neighbors: -1 }, "/neighbors"],
      [{ neighbors: 1.5 }, "/neighbors"],
      [{ neighbors: "1" }, "/neighbors"],
      [{ highlight: "yes" }, "/highlight"],
      [{ maxPerDocument: 0 }, "/maxPerDocument"],
    ])("issue 5: %j is refused", async (fields, path) => {
      const body = { ...question, spaceIds: spaceId, ...fields };
      expectRefused(await call("POST", "/api/query", { body }), path);
      expectRefused(await smart(fields), path);
    });
  });
}
