import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Document, Space } from "@quarry/schema";
import { collectBytes } from "../../server/src/platform/bytes.ts";
import { expectError } from "../contract/expecting.ts";
import { UNREADABLE } from "../contract/seeding.ts";
import { runSql } from "../server/rows.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";

// An exported and imported space keeps all its content.

let provider: EmbeddingProvider;
/** `source` and `sameModel` use the same embedding model, `otherModel` a different one. */
let source: InProcessApp;
let sameModel: InProcessApp;
let otherModel: InProcessApp;
let space: Space;

const section = (title: string, word: string) => `${title}\n\n${`${word} sings on. `.repeat(150)}\n\n`;
const HANDBOOK = ["# Birds", "## Pelican", "### Vega", "## Heron"]
  .map((title, at) => section(title, `word${at}`))
  .join("");
const TABLE = `name,wings\n${Array.from({ length: 40 }, (_, at) => `bird ${at},${at * 2}`).join("\n")}\n`;
const GOLDEN = [{ query: "pelican", relevant: [{ filename: "birds.md", grade: 2 }] }];

beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 64 });
  const env = {
    ...{ OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url },
    QUARRY_EMBEDDING_DIMENSIONS: "64",
  };
  source = await startApp({ env });
  sameModel = await startApp({ env });
  otherModel = await startApp();
  ({ space } = await source.quarry.spaces.create({
    ...{ name: "Birds", slug: "birds", icon: "book", description: "All about birds", metadata: { a: [1] } },
    ...{ chunking: { maxTokens: 120, overlapTokens: 20 }, ranking: { vectorWeight: 0.4 } },
  }));
  const put = (filename: string, content: string, metadata = {}) =>
    source.quarry.documents.upsert({ spaceId: space.id, filename, content, metadata });
  await put("birds.md", HANDBOOK, { lang: "en", deep: { er: [null, 1.5] } });
  await put("table.csv", TABLE);
  await put("../../etc/pässwd \u{1f9a9}.txt", "\ufeffNames are only names.\r\nThe text is kept.");
  await source.quarry.documents.upload({ spaceId: space.id, filename: "bad.pdf", ...UNREADABLE });
  await until("the broken file to fail", async () => {
    const { data } = await source.quarry.documents.list({ spaceId: space.id, status: "FAILED" });
    return data[0];
  });
  await source.quarry.evaluations.create({ spaceId: space.id, name: "golden", queries: GOLDEN });
}, 90_000);
afterAll(async () => {
  for (const app of [source, sameModel, otherModel]) await app.stop();
  await provider.stop();
});

async function exported(app: InProcessApp, id: string, gzip = false): Promise<Uint8Array<ArrayBuffer>> {
  return collectBytes(await app.quarry.spaces.export(id, { gzip }));
}

/** The documents of a space with everything that an archive must preserve. */
async function contentOf(app: InProcessApp, spaceId: string) {
  const found = [];
  for await (const document of app.quarry.documents.list({ spaceId, pageSize: 100 })) {
    const name = { spaceId, id: document.id };
    const chunks = [];
    for await (const { id: _id, ...chunk } of app.quarry.documents.chunks({ ...name, pageSize: 100 }))
      chunks.push(chunk);
    const { outline } = await app.quarry.documents.outline(name);
    const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: document.filename });
    const url = `http://localhost/api/documents/${document.id}/file`;
    const request = new Request(url, { headers: { "Svc-Api-Key": app.rootKey } });
    const file = Buffer.from(await (await app.app.handle(request)).arrayBuffer()).toString("base64");
    found.push({ ...portableFields(document), chunks, outline, content, file });
  }
  return found;
}

/** Omits the fields that differ between servers. */
function portableFields({ id, orgId, spaceId, storageUrl, embeddingModel, ...document }: Document) {
  return document;
}

async function vectors({ deps }: InProcessApp, spaceId: string) {
  return runSql(
    deps,
    `select filename, chunk_index, encode(vector, 'hex') as vector from chunks
     join documents on documents.id = document_id
     join embeddings on embeddings.org_id = documents.org_id and hash = embedding_hash and model = embedding_model
     where space_id = '${spaceId}' order by filename, chunk_index`,
  );
}

describe("a space imported by a server with the same embedding model", () => {
  test.each([false, true])("is unchanged and embeds nothing (gzip: %p)", async (gzip) => {
    const textsBefore = provider.stats.texts;
    const result = await sameModel.quarry.spaces.import(new Blob([await exported(source, space.id, gzip)]));
    expect(provider.stats.texts).toBe(textsBefore);
    expect(result.documents).toBe(4);
    const { id, orgId, createdAt, updatedAt, slug, ...fields } = result.space;
    expect(space).toMatchObject(structuredClone(fields));
    expect(slug).toBe(gzip ? "birds-2" : "birds");
    expect(await contentOf(sameModel, id)).toEqual(await contentOf(source, space.id));
    const expected = await vectors(source, space.id);
    expect(expected.length).toBeGreaterThan(10);
    expect(await vectors(sameModel, id)).toEqual(expected);

    const { data } = await sameModel.quarry.evaluations.list({ spaceId: id });
    const { evaluation } = await sameModel.quarry.evaluations.get({ spaceId: id, id: data[0]?.id ?? "" });
    expect([evaluation.name, evaluation.queries]).toEqual(["golden", GOLDEN]);
  });

  test("publishes one event, when the import is complete", async () => {
    const { space: imported } = await sameModel.quarry.spaces.import(await exported(source, space.id));
    const events = await runSql(sameModel.deps, `select type from events where space_id = '${imported.id}'`);
    expect(events.map(({ type }) => type)).toEqual(["space.created"]);
  });
});

test("a space imported by a server with another model is re-embedded and keeps its chunks", async () => {
  const { space: imported } = await otherModel.quarry.spaces.import(await exported(source, space.id), {
    name: "Others",
  });
  expect([imported.name, imported.slug]).toEqual(["Others", "others"]);
  expect(await contentOf(otherModel, imported.id)).toEqual(await contentOf(source, space.id));
  const { data } = await otherModel.quarry.documents.list({ spaceId: imported.id, status: "COMPLETED" });
  expect(new Set(data.map(({ embeddingModel }) => embeddingModel))).toEqual(
    new Set([otherModel.deps.embedder.model]),
  );
  const { results } = await otherModel.quarry.query({
    query: "word1 sings",
    spaceIds: imported.id,
    mode: "vector",
  });
  expect(results.length).toBeGreaterThan(0);
});

test("pending documents are processed by the importing server, and failed ones can be retried", async () => {
  const [model] = await runSql(source.deps, "select embedding_model from documents limit 1");
  const { space: busy } = await source.quarry.spaces.create({ name: "Busy" });
  const spaceId = busy.id;
  await source.quarry.documents.upsert({ spaceId, filename: "later.txt", content: "Later it is found." });
  await source.quarry.documents.upsert({ spaceId, filename: "cut.txt", content: "Cut again it is found." });
  // Simulates documents that the worker has not processed yet: one is new, one has outdated chunking.
  await runSql(
    source.deps,
    `update documents set status = 'PROCESSING' where space_id = '${spaceId}' and filename = 'later.txt'`,
  );
  await runSql(
    source.deps,
    `update documents set chunking = '{"maxTokens":50,"overlapTokens":0}' where space_id = '${spaceId}' and filename = 'cut.txt'`,
  );
  expect(String(model?.embedding_model)).toContain("openai");
  const { space: imported, documents } = await sameModel.quarry.spaces.import(
    await exported(source, spaceId),
  );
  expect(documents).toBe(2);
  await until("both to be processed", async () => {
    const { pagination } = await sameModel.quarry.documents.list({
      spaceId: imported.id,
      status: "COMPLETED",
    });
    return pagination.total === 2 || undefined;
  });
  const { results } = await sameModel.quarry.query({ query: "found", spaceIds: imported.id });
  expect(results.map(({ document }) => document.filename).sort()).toEqual(["cut.txt", "later.txt"]);

  const second = await sameModel.quarry.spaces.import(await exported(source, space.id));
  const { data } = await sameModel.quarry.documents.list({ spaceId: second.space.id, status: "FAILED" });
  const [failed] = data;
  expect(failed?.errorMessage).not.toBeNull();
  await sameModel.quarry.documents.retry({ spaceId: second.space.id, id: failed?.id ?? "" });
});

test("a requested slug must be free, and the options are validated", async () => {
  const archive = await exported(source, space.id);
  const send = (query: string) => source.call("POST", `/api/spaces/import${query}`, { rawBody: archive });
  expectError(await send("?slug=birds"), 409);
  expectError(await send("?slug=No%20slug"), 400);
  expectError(await send("?name="), 400);
  expect((await send("?slug=swans&name=Swans")).json.space).toMatchObject({ name: "Swans", slug: "swans" });
  expectError(await source.call("POST", "/api/spaces/import"), 400);
});

test("an archive's filename contains the slug of its space", async () => {
  const request = (query: string) =>
    source.app.handle(
      new Request(`http://localhost/spaces/birds/export${query}`, {
        headers: { "Svc-Api-Key": source.rootKey },
      }),
    );
  const plain = await request("");
  expect(plain.headers.get("content-type")).toBe("application/x-tar");
  expect(plain.headers.get("content-disposition")).toContain('"birds.quarry.tar"');
  const compressed = await request("?gzip=true");
  expect(compressed.headers.get("content-type")).toBe("application/gzip");
  expect((await compressed.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength);
});
