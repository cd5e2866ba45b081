import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { object, objects, string, TIMESTAMP } from "./reading.ts";
import { ask, filenames, newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

async function archivedSpaceId(): Promise<string> {
  const id = await newSpaceId();
  await putDocument(id, "kept.txt", "Herons wade in shallow water.");
  expectStatus(await call("DELETE", `/api/spaces/${id}`), 200);
  return id;
}

/** Archive, restore, purge. */
export function spaceArchiveTests(): void {
  describe("space archive", () => {
    test("§3.2 archive: DELETE sets isArchived and archivedAt, and is idempotent", async () => {
      const id = await newSpaceId();
      const first = await call("DELETE", `/api/spaces/${id}`);
      expectStatus(first, 200);
      expectMatch(first.json.space, {
        id,
        isArchived: true,
        archivedAt: expect.stringMatching(TIMESTAMP),
      });
      const second = await call("DELETE", `/api/spaces/${id}`);
      expectStatus(second, 200);
      expectMatch(second.json.space, { archivedAt: object(first.json.space).archivedAt });
    });

    test("decisions/Names and shapes: queries, lists and uploads of an archived space are 404", async () => {
      const id = await archivedSpaceId();
      const body = { filename: "b.txt", content: "text" };
      expectError(await call("POST", "/api/query", { body: { query: "herons", spaceIds: id } }), 404);
      expectError(await call("GET", `/api/spaces/${id}/documents`), 404);
      expectError(await call("GET", `/api/documents?spaceId=${id}`), 404);
      expectError(await call("POST", `/api/spaces/${id}/documents`, { body }), 404);
      expectError(await call("PUT", "/api/documents", { body: { spaceId: id, ...body } }), 404);
      expectError(
        await call("PUT", "/api/documents/batch", { body: { spaceId: id, documents: [body] } }),
        404,
      );
    });

    test("decisions/Names and shapes: isArchived false restores the space with its data", async () => {
      const id = await archivedSpaceId();
      const reply = await call("PATCH", `/api/spaces/${id}`, { body: { isArchived: false } });
      expectStatus(reply, 200);
      expectMatch(reply.json.space, { id, isArchived: false, archivedAt: null });
      const { results } = await ask({ query: "herons", spaceIds: id });
      expect(filenames(results)).toEqual(["kept.txt"]);
    });

    test("decisions/Names and shapes: ?purge=true deletes the space permanently", async () => {
      const id = await newSpaceId();
      const document = await putDocument(id, "gone.txt", "text");
      expectStatus(await call("DELETE", `/api/spaces/${id}?purge=true`), 200);
      expectError(await call("GET", `/api/spaces/${id}`), 404);
      expectError(await call("GET", `/api/spaces/${id}/documents/${string(document.id)}`), 404);
      expectError(await call("PATCH", `/api/spaces/${id}`, { body: { isArchived: false } }), 404);
      expectError(await call("POST", "/api/query", { body: { query: "text", spaceIds: id } }), 404);
    });

    test("decisions/Names and shapes: an archived space can be purged", async () => {
      const id = await archivedSpaceId();
      expectStatus(await call("DELETE", `/api/spaces/${id}?purge=true`), 200);
      expectError(await call("PATCH", `/api/spaces/${id}`, { body: { isArchived: false } }), 404);
    });

    test("decisions/Names and shapes: GET /spaces?status= active (default), archived, all", async () => {
      const metadata = { group: uniqueWord() };
      const active = await newSpaceId({ metadata });
      const archived = await newSpaceId({ metadata });
      await call("DELETE", `/api/spaces/${archived}`);
      const listed = async (status: string): Promise<unknown[]> => {
        const filter = encodeURIComponent(JSON.stringify(metadata));
        const reply = await call("GET", `/api/spaces?metadata=${filter}${status}`);
        expectStatus(reply, 200);
        return objects(reply.json.data).map((space) => space.id);
      };
      expect(await listed("")).toEqual([active]);
      expect(await listed("&status=active")).toEqual([active]);
      expect(await listed("&status=archived")).toEqual([archived]);
      expect((await listed("&status=all")).sort()).toEqual([active, archived].sort());
      expectRefused(await call("GET", "/api/spaces?status=deleted"), "/status");
    });
  });
}
