import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { QUERY_MODES, type QueryBody } from "@quarry/schema";
import { expectMatch, expectRefused } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addKey, addTenant } from "../other-tenant.ts";

const TEXTS = {
  "ferry.md": "The ferry to the island leaves at nine.",
  "dogs.md": "Dogs travel free on the ferry.",
  "bread.md": "Rye bread is baked at dawn.",
} as const;

let app: InProcessApp;
let spaceId: string;
let other: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  app = await startApp();
  const created = await Promise.all(["Harbour", "Other"].map((name) => app.quarry.spaces.create({ name })));
  [spaceId = "", other = ""] = created.map(({ space }) => space.id);
  for (const [filename, content] of Object.entries(TEXTS)) {
    const metadata = { name: filename };
    const { document } = await app.quarry.documents.upsert({ spaceId, filename, content, metadata });
    ids.set(filename, document.id);
  }
}, 120_000);
afterAll(() => app.stop());

const id = (filename: keyof typeof TEXTS) => ids.get(filename) ?? "";
const ask = (body: Partial<QueryBody>) =>
  app.quarry.query({ query: "When does the ferry leave?", spaceIds: spaceId, ...body });
const names = async (body: Partial<QueryBody>) =>
  (await ask(body)).results.map(({ document }) => document.filename).sort();

describe("a question to chosen documents", () => {
  test.each(QUERY_MODES)("finds their passages alone, in mode %s", async (mode) => {
    expect(await names({ mode, documentIds: [id("dogs.md")] })).toEqual(["dogs.md"]);
    const two = [id("dogs.md"), id("ferry.md"), id("dogs.md")];
    expect(await names({ mode, documentIds: two })).toEqual(["dogs.md", "ferry.md"]);
  });

  test.each(QUERY_MODES)("gives a passage the similarity that it has among all, in mode %s", async (mode) => {
    const all = (await ask({ mode, topK: 100 })).results;
    for (const filename of ["ferry.md", "dogs.md"] as const) {
      const among = all.find(({ document }) => document.filename === filename);
      const alone = (await ask({ mode, documentIds: [id(filename)] })).results[0];
      expect(alone?.chunk.id).toBe(among?.chunk.id ?? "none");
      expect(alone?.similarity).toBeCloseTo(among?.similarity ?? Number.NaN, 4);
    }
  });

  test("applies together with the filter and the threshold, and says why nothing is left", async () => {
    const documentIds = [id("dogs.md")];
    expect(await names({ documentIds, filter: { name: "dogs.md" } })).toEqual(["dogs.md"]);
    const filtered = await ask({ documentIds, filter: { name: "ferry.md" }, explain: true });
    expectMatch(filtered.noResults, { reason: "filter" });
    expect(filtered.explanation?.removed.byFilter).toBe(1);
    expectMatch((await ask({ documentIds, threshold: 1 })).noResults, { reason: "threshold" });
  });

  test.each<[what: string, body: () => Partial<QueryBody>]>([
    ["an unknown document", () => ({ documentIds: ["doc_unknown"] })],
    [
      "a document of a space that is not searched",
      () => ({ spaceIds: other, documentIds: [id("ferry.md")] }),
    ],
    ["a document without a word of the question", () => ({ mode: "lexical", documentIds: [id("bread.md")] })],
  ])("finds nothing in %s", async (_what, body) => {
    const { results, noResults } = await ask(body());
    expect(results).toEqual([]);
    expect(["no_match", "nothing_indexed"]).toContain(noResults?.reason ?? "");
  });

  test("says that it is about these documents when they have no match", async () => {
    const { noResults } = await ask({ mode: "lexical", documentIds: [id("bread.md")] });
    expectMatch(noResults, { reason: "no_match", message: expect.stringContaining("these documents") });
  });

  test("finds nothing of another organization or of a space that the key may not see", async () => {
    const documentIds = [id("ferry.md")];
    const tenant = await addTenant(app.deps, "Elsewhere", "enterprise");
    const theirs = app.quarryWith(tenant.key);
    await theirs.spaces.create({ name: "Theirs" });
    const question = { query: "ferry", documentIds };
    expect((await theirs.query({ ...question, spaceIds: "theirs" })).results).toEqual([]);
    const { key } = await addKey(app.deps, app.orgId, "limited", { spaceIds: [other] });
    expect((await app.quarryWith(key).query({ ...question, spaceIds: other })).results).toEqual([]);
  });

  test("counts by the question in a batch", async () => {
    const question = { query: "ferry", spaceIds: spaceId };
    const { answers } = await app.quarry.queryBatch({
      queries: [{ ...question, documentIds: [id("dogs.md")] }, question],
    });
    expect(answers.map(({ results }) => results.length)).toEqual([1, 2]);
  });

  test.each<[documentIds: unknown, path: string]>([
    [[], "/documentIds"],
    ["doc_a", "/documentIds"],
    [["spc_a"], "/documentIds/0"],
    [["doc_a", "doc_A"], "/documentIds/1"],
    [[7], "/documentIds/0"],
    [Array.from({ length: 101 }, (_, at) => `doc_${at}`), "/documentIds"],
  ])("is refused with %j at %s", async (documentIds, path) => {
    const body = { query: "ferry", spaceIds: spaceId, documentIds };
    expectRefused(await app.call("POST", "/api/query", { body }), path);
  });

  test("is not for smart queries, which choose the spaces themselves", async () => {
    const body = { query: "ferry", documentIds: [id("ferry.md")] };
    expectRefused(await app.call("POST", "/api/query/smart", { body }), "/documentIds");
  });

  test("is not in the log of questions", async () => {
    await app.quarry.questions.updateSettings({ recording: "on" });
    await ask({ query: "kept ferry" });
    await ask({ query: "chosen ferry", documentIds: [id("ferry.md")] });
    const { data } = await app.quarry.questions.list();
    expect(data.map(({ text }) => text)).toEqual(["kept ferry"]);
  });
});
