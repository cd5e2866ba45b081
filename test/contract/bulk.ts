import { describe, expect, test } from "bun:test";
import { until } from "../support/until.ts";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, object, objects, string, TIMESTAMP } from "./reading.ts";
import { ask, filenames, getDocument, newSpaceId, putDocument, UNREADABLE } from "./seeding.ts";

/** A space with three documents: two texts of 2019 and 2024, and a page of 2024. */
async function seeded(): Promise<string> {
  const spaceId = await newSpaceId();
  await putDocument(spaceId, "old/owls.md", "Owls hunt at night.", { year: 2019, team: { name: "red" } });
  await putDocument(spaceId, "new/owls.md", "Owls sleep by day.", { year: 2024 });
  await putDocument(spaceId, "page.html", "<p>Owls live in barns.</p>", { year: 2024 });
  return spaceId;
}

async function bulk(body: Json): Promise<Json> {
  const reply = await call("POST", "/api/documents/bulk", { body });
  expectStatus(reply, 200);
  return reply.json;
}

/** Starts an operation and waits for its end. */
async function finished(body: Json): Promise<Json> {
  const { operation, count } = await bulk(body);
  const { id } = object(operation);
  return until("the operation to end", async () => {
    const reply = await call("GET", `/api/bulk-operations/${id}`);
    expectStatus(reply, 200);
    const now = object(reply.json.operation);
    return now.state === "completed" ? { ...now, count } : undefined;
  });
}

async function listed(spaceId: string, query: string): Promise<string[]> {
  const reply = await call("GET", `/api/spaces/${spaceId}/documents?${query}`);
  expectStatus(reply, 200);
  return objects(reply.json.data)
    .map(({ filename }) => string(filename))
    .sort();
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** Lists by filter, and operations on everything that a filter finds. */
export function bulkTests(): void {
  describe("POST /api/documents/bulk", () => {
    test("finds what a list with the same filter finds", async () => {
      const spaceId = await seeded();
      await call("POST", `/api/spaces/${spaceId}/documents`, { body: { filename: "x.7z", ...UNREADABLE } });
      await until(
        "the failure",
        async () => (await listed(spaceId, "status=FAILED")).length > 0 || undefined,
      );
      const filters: [query: string, where: Json, found: string[]][] = [
        ["status=FAILED,pending", { status: ["FAILED", "pending"] }, ["x.7z"]],
        ["status=completed&kind=web", { status: ["completed"], kind: ["web"] }, ["page.html"]],
        ["kind=text,web", { kind: ["text", "web"] }, ["new/owls.md", "old/owls.md", "page.html"]],
        ["kind=other", { kind: ["other"] }, ["x.7z"]],
        ["name=OWLS", { name: "OWLS" }, ["new/owls.md", "old/owls.md"]],
        [`filter=${json({ year: { $lt: 2020 } })}`, { filter: { year: { $lt: 2020 } } }, ["old/owls.md"]],
        [`filter=${json({ year: 2024 })}&name=page`, { filter: { year: 2024 }, name: "page" }, ["page.html"]],
        [`metadata=${json({ team: {} })}`, { metadata: { team: {} } }, ["old/owls.md"]],
        ["", {}, ["new/owls.md", "old/owls.md", "page.html", "x.7z"]],
      ];
      for (const [query, where, found] of filters) {
        expect([query, await listed(spaceId, query)]).toEqual([query, found]);
        const counted = await bulk({ spaceId, where, action: "delete", dryRun: true });
        expect([query, counted]).toEqual([query, { count: found.length, operation: null }]);
      }
      expect(await listed(spaceId, "")).toHaveLength(4);
    });

    test("deletes what the filter finds, and nothing that comes later", async () => {
      const spaceId = await seeded();
      const where = { filter: { year: 2024 } };
      const ended = await finished({ spaceId, where, action: "delete" });
      expectMatch(ended, {
        ...{ spaceId, action: "delete", state: "completed", where, metadata: null, count: 2 },
        ...{ total: 2, done: 2, failed: 0, failures: [] },
        createdAt: expect.stringMatching(TIMESTAMP),
        startedAt: expect.stringMatching(TIMESTAMP),
        finishedAt: expect.stringMatching(TIMESTAMP),
      });
      await putDocument(spaceId, "later.md", "Owls return.", { year: 2024 });
      expect(await listed(spaceId, "")).toEqual(["later.md", "old/owls.md"]);
      const { results } = await ask({ query: "owls", spaceIds: spaceId });
      expect(filenames(results).sort()).toEqual(["later.md", "old/owls.md"]);
    });

    test("merges metadata, removes keys, and queries see it at the end", async () => {
      const spaceId = await seeded();
      const metadata = { team: { lead: "ann" }, year: null, seen: true };
      const ended = await finished({ spaceId, where: { name: "owls" }, action: "setMetadata", metadata });
      expectMatch(ended, { done: 2, failed: 0, metadata });
      const { results } = await ask({ query: "owls", spaceIds: spaceId, filter: { seen: true } });
      const found = Object.fromEntries(
        results.map(({ document }) => [object(document).filename, object(document).metadata]),
      );
      expect(found).toEqual({
        "old/owls.md": { team: { name: "red", lead: "ann" }, seen: true },
        "new/owls.md": { team: { lead: "ann" }, seen: true },
      });
    });

    test("processes documents again: failed ones as by a retry, others while queries find them", async () => {
      const spaceId = await seeded();
      const broken = await call("POST", `/api/spaces/${spaceId}/documents`, {
        body: { filename: "x.7z", ...UNREADABLE },
      });
      const brokenId = string(broken.json.id);
      const failed = await until("the failure", async () => {
        const document = await getDocument(spaceId, brokenId);
        return document.status === "FAILED" ? document : undefined;
      });
      const ids = objects((await call("GET", `/api/spaces/${spaceId}/documents`)).json.data).map(
        ({ id, updatedAt }) => ({ id: string(id), updatedAt }),
      );
      expectMatch(await finished({ spaceId, where: {}, action: "reprocess" }), { done: 4, failed: 0 });
      for (const { id, updatedAt } of ids)
        await until(`${id} to be processed again`, async () => {
          const document = await getDocument(spaceId, id);
          return document.updatedAt !== updatedAt && document.status !== "PROCESSING" ? document : undefined;
        });
      expectMatch(await getDocument(spaceId, brokenId), {
        status: "FAILED",
        errorMessage: failed.errorMessage,
      });
      expect((await ask({ query: "owls", spaceIds: spaceId })).results).toHaveLength(3);
    });

    test("takes ids; one that the space does not have is a failure", async () => {
      const spaceId = await seeded();
      const elsewhere = await putDocument(await newSpaceId(), "a.txt", "Elsewhere.");
      const [document] = objects((await call("GET", `/api/spaces/${spaceId}/documents`)).json.data);
      const ids = [string(document?.id), string(elsewhere.id), string(document?.id)];
      expectMatch(await finished({ spaceId, ids, action: "delete" }), {
        ...{ count: 1, total: 2, done: 1, failed: 1, where: null },
        failures: [{ id: elsewhere.id, filename: null, message: expect.stringContaining("no document") }],
      });
      expectMatch(await getDocument(string(elsewhere.spaceId), string(elsewhere.id)), {
        status: "COMPLETED",
      });
    });

    test("a document whose metadata would become too large fails alone", async () => {
      const spaceId = await seeded();
      await putDocument(spaceId, "full.md", "Owls are full.", { text: "x".repeat(60_000) });
      const metadata = { more: "y".repeat(10_000) };
      const ended = await finished({ spaceId, where: {}, action: "setMetadata", metadata });
      expectMatch(ended, { total: 4, done: 3, failed: 1, failures: [{ filename: "full.md" }] });
      expect(string(objects(ended.failures)[0]?.message)).toContain("at most 65536 characters");
    });

    test("operations are listed, newest first; a finished one is not cancelled", async () => {
      const spaceId = await seeded();
      const first = await finished({ spaceId, where: { name: "page" }, action: "delete" });
      const second = await finished({ spaceId, where: { name: "nothing" }, action: "delete" });
      expectMatch(second, { total: 0, done: 0, state: "completed" });
      const reply = await call("GET", `/api/bulk-operations?spaceId=${spaceId}`);
      expectStatus(reply, 200);
      expect(objects(reply.json.data).map(({ id }) => id)).toEqual([second.id, first.id]);
      expectMatch(reply.json.pagination, { total: 2 });
      const cancelled = await call("POST", `/api/bulk-operations/${first.id}/cancel`);
      expectMatch(cancelled.json.operation, { id: first.id, state: "completed" });
    });

    test("names the invalid fields", async () => {
      const spaceId = await newSpaceId();
      const refused: [body: Json, path: string][] = [
        [{ where: {} }, "/action"],
        [{ where: {}, action: "copy" }, "/action"],
        [{ action: "delete" }, "/where"],
        [{ where: {}, ids: ["doc_1"], action: "delete" }, "/ids"],
        [{ ids: [], action: "delete" }, "/ids"],
        [{ where: { status: ["done"] }, action: "delete" }, "/where/status/0"],
        [{ where: { kind: "pdf" }, action: "delete" }, "/where/kind"],
        [{ where: { year: 2020 }, action: "delete" }, "/where/year"],
        [{ where: { filter: { year: { $near: 1 } } }, action: "delete" }, "/where/filter/year/$near"],
        [{ where: {}, action: "setMetadata" }, "/metadata"],
        [{ where: {}, action: "setMetadata", metadata: {} }, "/metadata"],
        [{ where: {}, action: "delete", metadata: { a: 1 } }, "/metadata"],
      ];
      for (const [body, path] of refused)
        expectRefused(await call("POST", "/api/documents/bulk", { body: { spaceId, ...body } }), path);
      expectRefused(
        await call("POST", "/api/documents/bulk", { body: { where: {}, action: "delete" } }),
        "/spaceId",
      );
      for (const [query, path] of [
        ["status=COMPLETED,done", "/status"],
        ["kind=film", "/kind"],
        ["filter=year", "/filter"],
        [`filter=${json({ year: { $near: 1 } })}`, "/filter/year/$near"],
      ] as const)
        expectRefused(await call("GET", `/api/spaces/${spaceId}/documents?${query}`), path);
      expectError(await call("GET", "/api/bulk-operations/blk_unknown"), 404);
    });
  });
}
