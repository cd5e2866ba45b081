import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Reply } from "../../contract/caller.ts";
import { expectStatus } from "../../contract/expecting.ts";
import { object } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { until } from "../../support/until.ts";
import { runSql, strandedDocuments } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const newSpace = async (name: string) => (await app.quarry.spaces.create({ name })).space.id;
const put = (spaceId: string, filename: string, writer: number): Promise<Reply> =>
  app.call("PUT", "/api/documents", {
    body: { spaceId, filename, content: textOf(writer), metadata: { writer } },
  });
const textOf = (writer: number) =>
  `The pelican was counted by writer${writer}.\n\n${Array.from({ length: writer * 10 }, (_, at) => `Part ${at} of the count by ${writer}. `).join("")}`;

/** Checks that a document has exactly the content of one writer, and that queries return only its chunks. Returns the writer. */
async function expectOneWriter(spaceId: string, filename: string): Promise<number> {
  const { id, content, metadata, status } = await app.quarry.documents.getByFilename({ spaceId, filename });
  expect(status).toBe("COMPLETED");
  const writer = Number(metadata.writer);
  expect(content.trim()).toBe(textOf(writer).trim());
  const query = { spaceIds: spaceId, topK: 100, filter: { writer }, mode: "lexical" } as const;
  const { results } = await app.quarry.query({ ...query, query: "pelican counted part count" });
  const found = results.filter((item) => item.document.id === id);
  expect(found.length).toBeGreaterThan(0);
  for (const { chunk, document } of found) {
    expect(content).toContain(chunk.content);
    expect(document.metadata).toEqual({ writer });
  }
  const chunks = await runSql(app.deps, `select 1 from chunks where document_id = '${id}'`);
  expect(found).toHaveLength(chunks.length);
  return writer;
}

test("50 concurrent PUTs of one filename produce one document with the content of one of them", async () => {
  const spaceId = await newSpace("Concurrent");
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, writer) => put(spaceId, "one.md", writer)),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([
    ...Array.from({ length: 49 }, () => 200),
    201,
  ]);
  expect(new Set(replies.map((reply) => object(reply.json.document).id)).size).toBe(1);
  await expectOneWriter(spaceId, "one.md");
  expect((await app.quarry.documents.list({ spaceId })).pagination.total).toBe(1);
  for (let writer = 0; writer < 3; writer += 1) {
    expectStatus(await put(spaceId, "one.md", writer), 200);
    expect(await expectOneWriter(spaceId, "one.md")).toBe(writer);
  }
});

test("two batches with the same filenames in opposite order do not deadlock or mix contents", async () => {
  const spaceId = await newSpace("Batches");
  const batch = (writer: number, order: readonly number[]) =>
    app.call("PUT", "/api/documents/batch", {
      body: {
        spaceId,
        documents: order.map((at) => ({
          filename: `${at}.md`,
          content: textOf(writer),
          metadata: { writer },
        })),
      },
    });
  const order = Array.from({ length: 10 }, (_, at) => at);
  const twice = [...order, ...order];
  for (const reply of await Promise.all([batch(1, twice), batch(2, twice.toReversed()), batch(3, order)]))
    expectStatus(reply, 200);
  for (const at of order) await expectOneWriter(spaceId, `${at}.md`);
});

test("PUT, POST, PATCH, DELETE, archive and purge in any order never return a 5xx", async () => {
  const random = seededRandom(20_261_121);
  const pick = (count: number) => Math.floor(random() * count);
  const spaces = [await newSpace("Storm 0"), await newSpace("Storm 1")];
  const ids: string[] = [];
  const statuses = new Map<string, number>();

  /** Sends one random request. Fails on a 5xx. */
  async function sendRandomRequest(): Promise<void> {
    const at = pick(2);
    const spaceId = spaces[at] ?? "";
    const filename = `${pick(6)}.md`;
    const id = ids[pick(ids.length)] ?? "doc_none";
    const path = `/api/documents/${id}`;
    const roll = pick(100);
    const send = (method: string, to: string, body?: object) => app.call(method, to, body ? { body } : {});
    let reply: Reply;
    if (roll < 35) reply = await put(spaceId, filename, pick(8));
    else if (roll < 50)
      reply = await send("POST", `/api/spaces/${spaceId}/documents`, { filename, content: textOf(pick(8)) });
    else if (roll < 58) reply = await send("PATCH", path, { spaceId, filename: `${pick(6)}.md` });
    else if (roll < 66) reply = await send("PATCH", path, { spaceId, metadata: { writer: pick(8) } });
    else if (roll < 74)
      reply = await send("PATCH", path, { spaceId, status: ["FAILED", "COMPLETED", "PROCESSING"][pick(3)] });
    else if (roll < 84) reply = await send("DELETE", path);
    else if (roll < 95) reply = await send("POST", "/api/query", { query: "pelican", spaceIds: spaceId });
    else if (roll < 97) reply = await send("DELETE", `/api/spaces/${spaceId}`);
    else if (roll < 98) {
      reply = await send("DELETE", `/api/spaces/${spaceId}?purge=true`);
      spaces[at] = await newSpace(`Storm ${at}`);
    } else reply = await send("PATCH", `/api/spaces/${spaceId}`, { isArchived: false });
    const created = reply.json.document ?? reply.json;
    const newId = (created as { id?: unknown }).id;
    if (typeof newId === "string" && newId.startsWith("doc_") && reply.status < 300) ids.push(newId);
    statuses.set(String(reply.status), (statuses.get(String(reply.status)) ?? 0) + 1);
    if (reply.status >= 500) throw new Error(`${reply.status} ${reply.text}\n${app.logLines.join("\n")}`);
  }

  const callers = Array.from({ length: 12 }, async () => {
    for (let count = 0; count < 60; count += 1) await sendRandomRequest();
  });
  await Promise.all(callers);
  for (const status of ["200", "201", "404", "409"]) expect(statuses.get(status)).toBeGreaterThan(0);
  await until("all jobs that are due", async () => {
    const due = "select 1 from jobs where run_at < now() + interval '2 minutes'";
    return (await runSql(app.deps, due)).length === 0 ? true : undefined;
  });
  expect(await strandedDocuments(app.deps)).toEqual([]);
  expect(app.logLines).toEqual([]);
  await expectIndexesEqualRows();
});

/** Checks that queries return exactly the chunks that are live in the database. */
async function expectIndexesEqualRows(): Promise<void> {
  for await (const { id: spaceId } of app.quarry.spaces.list({ pageSize: 100 })) {
    const { results } = await app.quarry.query({
      query: "pelican",
      spaceIds: spaceId,
      topK: 100,
      mode: "lexical",
    });
    const live = await runSql(
      app.deps,
      `select c.id from chunks c join documents d on d.id = c.document_id and d.generation = c.generation
       where d.space_id = '${spaceId}' and d.status = 'COMPLETED' and c.content like '%pelican%'`,
    );
    expect(results.map((item) => item.chunk.id).sort()).toEqual(live.map((row) => String(row.id)).sort());
  }
}
