import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { QueryMode, QueryResult } from "@quarry/schema";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { openAsServer } from "../../support/shared-postgres.ts";
import { runSql } from "../rows.ts";

// The rows change behind the service's back, as by another process. With a database of its own it keeps a catalogue.
let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({
    openDatabase: openAsServer,
  });
}, 120_000);
afterAll(() => app.stop());

const MODES: readonly QueryMode[] = ["hybrid", "vector", "lexical"];
const QUESTION = "lantern keeper";

/** Creates a space of documents that all match the question, best first. */
async function seed(count: number): Promise<{ spaceId: string; ids: string[] }> {
  const { space } = await app.quarry.spaces.create({ name: `Lanterns ${count}` });
  const documents = Array.from({ length: count }, (_, index) => ({
    filename: `${index}.txt`,
    content: `The lantern keeper wrote entry ${index}. ${"Nothing else happened that day. ".repeat(Math.floor(index / 10))}`,
  }));
  const ids: string[] = [];
  for (let start = 0; start < count; start += 100) {
    const batch = { spaceId: space.id, documents: documents.slice(start, start + 100) };
    for (const result of (await app.quarry.documents.upsertBatch(batch)).results)
      if ("document" in result) ids.push(result.document.id);
  }
  expect(ids).toHaveLength(count);
  return { spaceId: space.id, ids };
}

async function ask(spaceId: string, mode: QueryMode, topK = 5): Promise<QueryResult[]> {
  return (await app.quarry.query({ query: QUESTION, spaceIds: spaceId, topK, mode })).results;
}

const documentsOf = (results: readonly QueryResult[]) => results.map((result) => result.document.id);

/** Changes of a row that the index has not seen yet. */
const CHANGES: readonly [name: string, sql: (documentId: string) => string][] = [
  ["processing again", (id) => `update documents set status = 'PROCESSING' where id = '${id}'`],
  ["pending again", (id) => `update documents set status = 'PENDING' where id = '${id}'`],
  ["failed", (id) => `update documents set status = 'FAILED' where id = '${id}'`],
  ["of a newer generation", (id) => `update documents set generation = generation + 1 where id = '${id}'`],
  ["without chunks", (id) => `delete from chunks where document_id = '${id}'`],
  ["deleted", (id) => `delete from documents where id = '${id}'`],
];

describe("with a lagging index, a query never returns a document that is", () => {
  for (const [name, change] of CHANGES)
    test(`${name}, and other documents fill its place`, async () => {
      const { spaceId } = await seed(12);
      for (const mode of MODES) {
        const before = documentsOf(await ask(spaceId, mode));
        expect(before).toHaveLength(5);
        const gone = before[1] ?? "";
        await runSql(app.deps, change(gone));
        const after = documentsOf(await ask(spaceId, mode));
        expect(after).toHaveLength(5);
        expect(after.slice(0, 4)).toEqual(before.filter((id) => id !== gone));
        expect(documentsOf(await ask(spaceId, mode, 100))).not.toContain(gone);
      }
    });
});

test("returns live documents that rank behind many dead hits", async () => {
  const { spaceId, ids } = await seed(360);
  const dead = ids.slice(0, 345);
  await runSql(app.deps, `update documents set status = 'FAILED' where id in ('${dead.join("','")}')`);
  for (const mode of MODES) {
    const found = documentsOf(await ask(spaceId, mode, 10));
    expect({ mode, count: found.length }).toEqual({ mode, count: 10 });
    expect(found.filter((id) => dead.includes(id))).toEqual([]);
    expect(documentsOf(await ask(spaceId, mode, 100)).sort()).toEqual(ids.slice(345).sort());
  }
});

test("returns the text of the row, not of the index", async () => {
  const { spaceId } = await seed(6);
  const [first] = await ask(spaceId, "hybrid", 1);
  const chunkId = first?.chunk.id ?? "";
  await runSql(app.deps, `update documents set generation = 2 where id = '${first?.document.id}'`);
  await runSql(
    app.deps,
    `update chunks set content = 'the text of the row', generation = 2 where id = '${chunkId}'`,
  );
  expect((await ask(spaceId, "hybrid", 1))[0]?.chunk.content).toBe("the text of the row");
});

test("returns 404 for a space that was archived without the index, and hides its text from other queries", async () => {
  const [left, right] = [await seed(4), await seed(5)];
  await runSql(app.deps, `update spaces set is_archived = true where id = '${left.spaceId}'`);
  const both = { query: QUESTION, spaceIds: [left.spaceId, right.spaceId] };
  const refused = await app.call("POST", "/api/query", { body: both });
  expect(refused.status).toBe(404);
  expect(refused.text).toContain(left.spaceId);
  const { recommendations, results } = await app.quarry.smartQuery({
    query: QUESTION,
    search: true,
    topK: 100,
  });
  expect(recommendations.map((space) => space.spaceId)).not.toContain(left.spaceId);
  expect(documentsOf(results ?? []).filter((id) => left.ids.includes(id))).toEqual([]);
});

test("does not return a row of another organization, even when the index has it", async () => {
  const { spaceId } = await seed(7);
  const other = await app.deps.services.organizations.create("Others", "enterprise");
  const [first] = documentsOf(await ask(spaceId, "hybrid"));
  for (const table of ["chunks", "documents"]) {
    const column = table === "chunks" ? "document_id" : "id";
    await runSql(app.deps, `update ${table} set org_id = '${other}' where ${column} = '${first}'`);
    expect(documentsOf(await ask(spaceId, "hybrid"))).not.toContain(first);
  }
});
