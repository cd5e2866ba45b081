import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { createStatementRecorder } from "../../support/recorded-statements.ts";
import { until } from "../../support/until.ts";
import { runSql } from "../rows.ts";

const statements = createStatementRecorder();
let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({ statements });
}, 120_000);
afterAll(() => app.stop());

const UPLOADS = 40;

const post = (spaceId: string, filename: string, content = `A text in ${filename}.`) =>
  app.call("POST", "/api/documents", { body: { spaceId, filename, content } });

async function newSpace(name: string): Promise<string> {
  const { space } = await app.quarry.spaces.create({ name });
  return space.id;
}

test("concurrent uploads to a space share transactions, and each document can be found", async () => {
  const spaceId = await newSpace("Shared");
  const names = Array.from({ length: UPLOADS }, (_, at) => `text-${at}.txt`);
  const { result, statements: sent } = await statements.record(() =>
    Promise.all(names.map((name) => post(spaceId, name))),
  );
  expect(result.map(({ status }) => status)).toEqual(names.map(() => 201));
  expect(result.map(({ json }) => json.filename)).toEqual(names);
  const inserts = sent.filter((statement) => /^\s*insert into "documents"/.test(statement));
  expect(inserts.length).toBeLessThan(UPLOADS / 4);
  const created = await runSql(
    app.deps,
    `select distinct data #>> '{document,id}' as id from events where type = 'document.created' and space_id = '${spaceId}'`,
  );
  expect(created).toHaveLength(UPLOADS);
  await until("all documents are COMPLETED", async () => {
    const { pagination } = await app.quarry.documents.list({ spaceId, status: "COMPLETED" });
    return pagination.total === UPLOADS || undefined;
  });
});

test("of concurrent uploads with one filename one succeeds; the others neither fail nor delay different names", async () => {
  const spaceId = await newSpace("Names");
  const names = ["same.txt", "a.txt", "same.txt", "b.txt", "same.txt", "c.txt"];
  const replies = await Promise.all(names.map((name) => post(spaceId, name)));
  const statusOf = (name: string) =>
    replies.flatMap(({ status }, at) => (names[at] === name ? [status] : [])).sort();
  expect(statusOf("same.txt")).toEqual([201, 409, 409]);
  for (const name of ["a.txt", "b.txt", "c.txt"]) expect(statusOf(name)).toEqual([201]);
});

test("a name that another writer takes at the same time refuses that upload alone", async () => {
  const spaceId = await newSpace("Races");
  const names = Array.from({ length: 10 }, (_, at) => `text-${at}.txt`);
  const put = app.call("PUT", "/api/documents", {
    body: { spaceId, filename: "text-5.txt", content: "The text of the upsert." },
  });
  const replies = await Promise.all(names.map((name) => post(spaceId, name)));
  expect((await put).status).toBeLessThan(300);
  for (const [at, { status }] of replies.entries()) if (at !== 5) expect(status).toBe(201);
});
