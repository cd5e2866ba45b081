import { describe, expect, test } from "bun:test";
import type { Reply } from "./caller.ts";
import { call } from "./contract-server.ts";
import { fullRecord } from "./document-record.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, object, string } from "./reading.ts";
import { ask, filenames, newSpaceId, putDocument } from "./seeding.ts";

type Update = (spaceId: string, id: string, body: Json) => Promise<Reply>;

const ROUTES: [name: string, update: Update][] = [
  [
    "/api/spaces/:spaceId/documents/:id",
    (spaceId, id, body) => call("PATCH", `/api/spaces/${spaceId}/documents/${id}`, { body }),
  ],
  [
    "/api/documents/:id",
    (spaceId, id, body) => call("PATCH", `/api/documents/${id}`, { body: { spaceId, ...body } }),
  ],
];

async function seeded(): Promise<{ spaceId: string; id: string }> {
  const spaceId = await newSpaceId();
  const document = await putDocument(spaceId, "a.txt", "Owls hunt at night.", { old: true });
  return { spaceId, id: string(document.id) };
}

/** PATCH on both routes. */
export function documentUpdateTests(): void {
  describe.each(ROUTES)("PATCH %s", (route, update) => {
    test(`§4.7 update ${route}: 200 with the record; metadata is replaced`, async () => {
      const { spaceId, id } = await seeded();
      const reply = await update(spaceId, id, { metadata: { fresh: [1] } });
      expectStatus(reply, 200);
      const record = fullRecord({
        id,
        spaceId,
        filename: "a.txt",
        status: "COMPLETED",
        metadata: { fresh: [1] },
      });
      expectMatch(reply.json.document, record);
      expect(object(reply.json.document).metadata).toEqual({ fresh: [1] });
      const { results } = await ask({ query: "owls", spaceIds: spaceId, metadata: { fresh: [1] } });
      expectMatch(results, [{ document: { id, metadata: { fresh: [1] } } }]);
      expect((await ask({ query: "owls", spaceIds: spaceId, metadata: { old: true } })).results).toEqual([]);
    });

    test.each(["PENDING", "PROCESSING", "COMPLETED", "FAILED"])(
      `§3.1 update ${route}: status %s is accepted in either case, answered in upper case`,
      async (status) => {
        for (const written of [status, status.toLowerCase()]) {
          const { spaceId, id } = await seeded();
          const reply = await update(spaceId, id, { status: written });
          expectStatus(reply, 200);
          expectMatch(reply.json.document, { id, status });
        }
      },
    );

    test(`§3.1 update ${route}: PROCESSING hides the document from queries, COMPLETED brings it back`, async () => {
      const { spaceId, id } = await seeded();
      expectStatus(await update(spaceId, id, { status: "PROCESSING" }), 200);
      expect((await ask({ query: "owls", spaceIds: spaceId })).results).toEqual([]);
      expectStatus(await update(spaceId, id, { status: "COMPLETED" }), 200);
      expect(filenames((await ask({ query: "owls", spaceIds: spaceId })).results)).toEqual(["a.txt"]);
    });

    test(`§3.1 update ${route}: FAILED holds its errorMessage, and null clears it`, async () => {
      const { spaceId, id } = await seeded();
      const failed = await update(spaceId, id, { status: "FAILED", errorMessage: "The scan is unreadable" });
      expectMatch(failed.json.document, {
        status: "FAILED",
        errorMessage: "The scan is unreadable",
      });
      const cleared = await update(spaceId, id, { errorMessage: null });
      expectMatch(cleared.json.document, { errorMessage: null });
    });

    test(`decisions/Names and shapes: ${route} renames, and a name in use is 409`, async () => {
      const { spaceId, id } = await seeded();
      await putDocument(spaceId, "taken.txt", "text");
      const renamed = await update(spaceId, id, { filename: "b.txt" });
      expectStatus(renamed, 200);
      expectMatch(renamed.json.document, { id, filename: "b.txt" });
      const named = await call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=b.txt`);
      expectMatch(named.json, { id });
      expectError(await call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=a.txt`), 404);
      expectError(await update(spaceId, id, { filename: "taken.txt" }), 409);
    });

    test(`§7 errors: ${route} reports each offending field, and 404 for an unknown document`, async () => {
      const { spaceId, id } = await seeded();
      const wrong = { status: "DONE", errorMessage: 7, metadata: [], filename: "" };
      expectRefused(await update(spaceId, id, wrong), "/status", "/errorMessage", "/metadata", "/filename");
      expectError(await update(spaceId, "doc_unknown", { metadata: {} }), 404);
      expectError(await update(await newSpaceId(), id, { metadata: {} }), 404);
      expectError(await update("spc_unknown", id, { metadata: {} }), 404);
    });
  });

  test("§4.7 update: without its space the call is 400", async () => {
    const { id } = await seeded();
    expectRefused(await call("PATCH", `/documents/${id}`, { body: { metadata: {} } }), "/spaceId");
  });
}
