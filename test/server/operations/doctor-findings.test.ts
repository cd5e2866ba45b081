import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { VectorRecord, VectorStore } from "@quarry/core";
import { string } from "../../contract/reading.ts";
import { withStore } from "../../support/moody-store.ts";
import { blobKeyOf } from "../../support/stored-files.ts";
import { until } from "../../support/until.ts";
import { diagnose, type MoodyApp, startMoodyApp } from "../indexes/moody-app.ts";
import { type Row, runSql } from "../rows.ts";
import { operate } from "./operating.ts";

// Each test damages documents by hand while the service runs.

let moody: MoodyApp;

beforeAll(async () => {
  moody = await startMoodyApp();
}, 120_000);
beforeEach(() => moody.be({}));
afterAll(() => moody.stop());

async function document(filename: string): Promise<string> {
  const { spaceId, app } = moody;
  const content = `The word of ${filename} is ${filename.slice(0, -3)}.`;
  return (await app.quarry.documents.upsert({ spaceId, filename, content })).document.id;
}

const sql = (statement: string): Promise<Row[]> => runSql(moody.app.deps, statement);
const repair = () => operate(moody.app.deps, { name: "doctor", repair: true });
const idle = () => until("the jobs", async () => (await sql("select 1 from jobs")).length === 0 || undefined);
const atStore = <Result>(task: (store: VectorStore) => Promise<Result>) => withStore(moody.dataDir, task);

async function recordOf(documentId: string): Promise<VectorRecord> {
  const records = await atStore((store) => Array.fromAsync(store.scan(moody.app.orgId)));
  const record = records.find((one) => one.documentId === documentId);
  if (!record) throw new Error(`The store has no record of ${documentId}`);
  return record;
}

const IN_LEXICAL = "in the lexical index";
const IN_STORE = "in the vector store";
const IN_CATALOGUE = "in the catalogue in memory";

/** Damage to a document, with the findings of the doctor. */
const DAMAGES: Readonly<
  Record<string, readonly [harm: (id: string) => Promise<unknown>, ...problems: string[]]>
> = {
  "stuck.md": [
    (id) => sql(`update documents set status = 'PROCESSING' where id = '${id}'`),
    "is not processed and has no job",
    "is deleted, but still in the lexical index",
    "is deleted, but still in the vector store",
    `is deleted, but still ${IN_CATALOGUE}`,
  ],
  "job-left.md": [
    (id) =>
      sql(`insert into jobs select id, org_id, 0, now() + interval '1 day', null, now() from documents
           where id = '${id}'`),
    "is processed but still has a job",
  ],
  "textless.md": [
    (id) => sql(`delete from document_texts where document_id = '${id}'`),
    "has no text, or its chunks do not match its row",
  ],
  "chunkless.md": [
    (id) => sql(`delete from chunks where document_id = '${id}'`),
    "has no text, or its chunks do not match its row",
  ],
  "torn.md": [
    (id) => sql(`update chunks set generation = 7 where document_id = '${id}'`),
    "has no text, or its chunks do not match its row",
  ],
  "unembedded.md": [
    (id) =>
      sql(
        `delete from embeddings where hash in (select embedding_hash from chunks where document_id = '${id}')`,
      ),
    "has chunks without a stored embedding",
  ],
  "behind.md": [
    async (id) => {
      await sql(`update documents set generation = 5 where id = '${id}'`);
      await sql(`update chunks set generation = 5 where document_id = '${id}'`);
    },
    `is out of date or incomplete ${IN_LEXICAL}`,
    `is out of date or incomplete ${IN_STORE}`,
    `is out of date or incomplete ${IN_CATALOGUE}`,
  ],
  "vectorless.md": [
    (id) => atStore((store) => store.delete({ orgId: moody.app.orgId, documentId: id })),
    "is missing from the vector store",
  ],
  "gone.md": [
    (id) => sql(`delete from documents where id = '${id}'`),
    "is deleted, but still in the lexical index",
    "is deleted, but still in the vector store",
    `is deleted, but still ${IN_CATALOGUE}`,
  ],
};

test("finds and repairs every kind of damage", async () => {
  const expected: string[] = [];
  for (const [filename, [harm, ...problems]] of Object.entries(DAMAGES)) {
    const id = await document(filename);
    await harm(id);
    expected.push(...problems.map((problem) => `document ${id} ${problem}`));
  }
  const { space } = await moody.app.quarry.spaces.create({ name: "Renamed by hand" });
  await sql(`update spaces set description = 'zeppelin hangar' where id = '${space.id}'`);
  for (const where of [IN_LEXICAL, IN_CATALOGUE])
    expected.push(`description of space ${space.id} is out of date or incomplete ${where}`);
  const { space: hidden } = await moody.app.quarry.spaces.create({ name: "Archived by hand" });
  await sql(`update spaces set is_archived = true where id = '${hidden.id}'`);
  for (const where of [IN_LEXICAL, IN_CATALOGUE])
    expected.push(`description of space ${hidden.id} is deleted, but still ${where}`);
  const foreign = { ...(await recordOf(await document("model.md"))), id: "chk_x", documentId: "doc_x" };
  await atStore((store) => store.upsert([foreign]));
  expected.push("document doc_x is deleted, but still in the vector store");
  const own = `${moody.app.orgId}/spc_x/doc_x`;
  // The last one belongs to another database.
  const stray = [`${own}/0`, `${own}/1`, "org_x/spc_x/doc_x/0"];
  for (const key of stray) {
    const path = join(moody.dataDir, "blobs", key);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, "stray");
    // Older than the service: a newer file may belong to an upload in progress.
    if (key.endsWith("0")) await utimes(path, new Date(2020, 1), new Date(2020, 1));
  }
  expected.push(`file ${own}/0 belongs to no document`);

  const count = `${expected.length} problems found`;
  const found = await diagnose(moody.app);
  expect(found.sort()).toEqual(
    [
      ...expected.map((line) => `found ${line}`),
      `${count}; run the command with --repair to repair what it can`,
    ].sort(),
  );
  expect((await repair()).sort()).toEqual(
    [...expected.map((line) => `repaired ${line}`), `${count} and repaired`].sort(),
  );
  await idle();
  expect(await diagnose(moody.app)).toEqual(["no problems found"]);
  for (const filename of Object.keys(DAMAGES)) {
    const found = (await moody.found({ query: filename.slice(0, -3), mode: "vector" }))[0];
    if (filename !== "gone.md") expect(found).toStartWith(`The word of ${filename}`);
    else expect(found).not.toStartWith(`The word of ${filename}`);
  }
  const { recommendations } = await moody.app.quarry.smartQuery({ query: "zeppelin hangar" });
  expect(recommendations[0]?.spaceId).toBe(space.id);
  expect(await moody.storeDifferences()).toEqual([]);
});

test("reports a lost original file, which cannot be repaired; queries still find the document", async () => {
  const id = await document("lost.md");
  const [row] = await sql(`select storage_url from documents where id = '${id}'`);
  await sql(`delete from small_files where key = '${blobKeyOf({ storageUrl: string(row?.storage_url) })}'`);
  const line = `found document ${id} has lost its original file; upload it again`;
  expect(await repair()).toEqual([line, "1 problem found, 1 could not be repaired"]);
  expect((await moody.found({ query: "lost", mode: "vector" }))[0]).toBe("The word of lost.md is lost.");
  // Other damage must not be repaired by processing the missing file.
  const ofChunks = `select embedding_hash from chunks where document_id = '${id}'`;
  await sql(`delete from embeddings where hash in (${ofChunks})`);
  await repair();
  await idle();
  const { status } = (await moody.app.quarry.documents.get({ spaceId: moody.spaceId, id })).document;
  await moody.app.quarry.documents.delete({ spaceId: moody.spaceId, id });
  expect(status).toBe("COMPLETED");
});

test("repairs records of a later generation than in the database, as after restoring a backup", async () => {
  const id = await document("restored.md");
  const record = await recordOf(id);
  await atStore((store) => store.upsert([{ ...record, id: "chk_later", generation: 9 }]));
  const problem = `document ${id} is out of date or incomplete in the vector store`;
  expect(await repair()).toEqual([`repaired ${problem}`, "1 problem found and repaired"]);
  const after = await diagnose(moody.app);
  await atStore((store) => store.delete({ orgId: moody.app.orgId, documentId: id }));
  await repair();
  expect(after).toEqual(["no problems found"]);
});

test("repairs the other problems when one repair fails", async () => {
  const [first, second] = (await Promise.all([document("one.md"), document("two.md")])).sort();
  await atStore(async (store) => {
    for (const documentId of [first, second])
      if (documentId) await store.delete({ orgId: moody.app.orgId, documentId });
  });
  moody.be({ refusedDocument: string(first) });
  const problem = "is missing from the vector store";
  const lines = await repair().catch((error: unknown) => [`the doctor failed: ${error}`]);
  moody.be({});
  await repair();
  expect(lines.sort()).toEqual(
    [
      `found document ${first} ${problem}`,
      `repaired document ${second} ${problem}`,
      "2 problems found, 1 could not be repaired",
    ].sort(),
  );
});
