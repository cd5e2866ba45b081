import { afterAll, beforeAll, expect, test } from "bun:test";
import type OpenAI from "openai";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { openAiClient, POLL, textFile } from "./client.ts";

type Filter = NonNullable<Parameters<OpenAI["vectorStores"]["search"]>[1]["filters"]>;

let app: InProcessApp;
let client: OpenAI;
let storeId: string;
const ATTRIBUTES = {
  "a.md": { year: 2022, kind: "manual", draft: false },
  "b.md": { year: 2023, kind: "letter", draft: true },
  "c.md": { year: 2024, kind: "letter" },
};
beforeAll(async () => {
  app = await startApp();
  client = openAiClient(app);
  storeId = (await client.vectorStores.create({ name: "Store" })).id;
  const files = [];
  for (const [name, attributes] of Object.entries(ATTRIBUTES)) {
    const text = `The heron of ${name} stands in the river.`;
    const { id: file_id } = await client.files.create({ file: textFile(name, text), purpose: "assistants" });
    files.push({ file_id, attributes });
  }
  await client.vectorStores.fileBatches.createAndPoll(storeId, { files }, POLL);
}, 120_000);
afterAll(() => app.stop());

async function names(filters?: Filter): Promise<string[]> {
  const options = filters ? { query: "heron", filters } : { query: "heron" };
  return (await client.vectorStores.search(storeId, options)).data.map(({ filename }) => filename).sort();
}

const FOUND: readonly (readonly [Filter, readonly string[]])[] = [
  [{ type: "eq", key: "kind", value: "letter" }, ["b.md", "c.md"]],
  [{ type: "eq", key: "draft", value: true }, ["b.md"]],
  [{ type: "ne", key: "kind", value: "letter" }, ["a.md"]],
  [{ type: "gt", key: "year", value: 2023 }, ["c.md"]],
  [{ type: "gte", key: "year", value: 2023 }, ["b.md", "c.md"]],
  [{ type: "lt", key: "year", value: 2023 }, ["a.md"]],
  [{ type: "lte", key: "year", value: 2023 }, ["a.md", "b.md"]],
  [{ type: "in", key: "year", value: [2022, 2024] }, ["a.md", "c.md"]],
  [{ type: "nin", key: "year", value: [2022, 2024] }, ["b.md"]],
  [
    {
      type: "or",
      filters: [
        { type: "eq", key: "kind", value: "manual" },
        {
          type: "and",
          filters: [
            { type: "eq", key: "kind", value: "letter" },
            { type: "gt", key: "year", value: 2023 },
          ],
        },
      ],
    },
    ["a.md", "c.md"],
  ],
];

for (const [filter, found] of FOUND)
  test(`${JSON.stringify(filter)} finds ${found.join(", ")}`, async () => {
    expect(await names(filter)).toEqual([...found]);
  });

test("without a filter everything is found, with its attributes, at most as many as wanted", async () => {
  expect(await names()).toEqual(["a.md", "b.md", "c.md"]);
  const { data } = await client.vectorStores.search(storeId, { query: "heron of b.md", max_num_results: 1 });
  expect(data).toMatchObject([{ filename: "b.md", attributes: ATTRIBUTES["b.md"] }]);
});

test("a threshold leaves out weaker results, and rankers are accepted", async () => {
  const search = (score_threshold: number, ranker: "none" | "auto") =>
    client.vectorStores.search(storeId, { query: "heron", ranking_options: { ranker, score_threshold } });
  const { data } = await search(0, "auto");
  expect(data).toHaveLength(3);
  expect((await search(1, "none")).data.every(({ score }) => score === 1)).toBe(true);
});

test("several questions are answered together, each passage once, best first", async () => {
  const query = ["a.md", "heron of c.md"];
  const page = await client.vectorStores.search(storeId, { query });
  expect(new Set(page.data.map(({ filename }) => filename)).size).toBe(page.data.length);
  const scores = page.data.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(page.object).toBe("vector_store.search_results.page");
});
