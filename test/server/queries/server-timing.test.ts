import { afterAll, beforeAll, expect, test } from "bun:test";
import { object, string } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  app = await startApp();
  const { json } = await app.call("POST", "/api/spaces", {
    body: { name: "Dotterel", description: "where the dotterel breeds" },
  });
  spaceId = string(object(json.space).id);
  await app.call("PUT", "/api/documents", {
    body: { spaceId, filename: "a.txt", content: btoa("The dotterel breeds on high ground.") },
  });
}, 120_000);
afterAll(() => app.stop());

/** The steps in the header, each with a duration of at least 0 ms. */
function stepsOf(header: string | null): string[] {
  return (header ?? "").split(", ").map((part) => {
    const [, step, ms] = /^(\w+);dur=(\d+\.\d{3})$/.exec(part) ?? [];
    expect(Number(ms)).toBeGreaterThanOrEqual(0);
    return step ?? part;
  });
}

test.each([
  ["hybrid", "key analyse embed words vectors fuse live answer"],
  ["lexical", "key analyse words fuse live answer"],
])("a %s query says how long each step took", async (mode, steps) => {
  const { status, headers } = await app.call("POST", "/api/query", {
    body: { query: "where does the dotterel breed", spaceIds: spaceId, mode },
  });
  expect([status, stepsOf(headers.get("server-timing"))]).toEqual([200, steps.split(" ")]);
  expect(headers.get("access-control-expose-headers")).toContain("Server-Timing");
});

test("a smart query with a search says it too; one without names the steps that it took", async () => {
  const query = { query: "where does the dotterel breed" };
  const searching = await app.call("POST", "/api/query/smart", {
    body: { ...query, search: true, minRelevance: 0 },
  });
  expect(stepsOf(searching.headers.get("server-timing"))).toContain("words");
  const { headers } = await app.call("POST", "/api/query/smart", { body: query });
  expect(stepsOf(headers.get("server-timing"))).toEqual(["key", "answer"]);
});
