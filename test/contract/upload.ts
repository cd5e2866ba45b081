import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { fullRecord } from "./document-record.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { string, TIMESTAMP } from "./reading.ts";
import { ask, filenames, newSpaceId, processed, putDocument } from "./seeding.ts";

/** POST: the plain upload, processed in the background. */
export function uploadTests(): void {
  describe("upload", () => {
    test("§4.9 upload: 201 with the flat record, PROCESSING at first, COMPLETED and queryable later", async () => {
      const spaceId = await newSpaceId();
      const body = { filename: "a.txt", content: "Beavers build dams of branches.", metadata: { k: "v" } };
      const reply = await call("POST", `/api/spaces/${spaceId}/documents`, { body });
      expectStatus(reply, 201);
      expectMatch(reply.json, {
        id: expect.stringMatching(/^doc_/),
        spaceId,
        filename: "a.txt",
        status: "PROCESSING",
        metadata: { k: "v" },
        createdAt: expect.stringMatching(TIMESTAMP),
      });
      const document = await processed(spaceId, string(reply.json.id));
      expectMatch(
        document,
        fullRecord({
          id: reply.json.id,
          spaceId,
          status: "COMPLETED",
          metadata: { k: "v" },
          sizeBytes: 31,
          fileSize: "31",
        }),
      );
      expect(filenames((await ask({ query: "dams", spaceIds: spaceId })).results)).toEqual(["a.txt"]);
    });

    test("decisions/Names and shapes: POST /documents takes the space as a query or a body field, the body's first", async () => {
      const [spaceId, other] = [await newSpaceId(), await newSpaceId()];
      const post = (query: string, body: object) => call("POST", `/api/documents${query}`, { body });
      const text = { content: "text" };
      const inQuery = await post(`?spaceId=${spaceId}`, { filename: "a.txt", ...text });
      const inBoth = await post(`?spaceId=${other}`, { filename: "b.txt", spaceId, ...text });
      expect([inQuery, inBoth].map(({ status, json }) => [status, json.spaceId])).toEqual([
        [201, spaceId],
        [201, spaceId],
      ]);
      expectRefused(await post("", { filename: "c.txt", ...text }), "/spaceId");
    });

    test("decisions/Names and shapes: a filename in use is 409, and the message names PUT", async () => {
      const spaceId = await newSpaceId();
      await putDocument(spaceId, "a.txt", "first");
      const body = { filename: "a.txt", content: "second" };
      const message = expectError(await call("POST", `/api/spaces/${spaceId}/documents`, { body }), 409);
      expect(message).toContain("PUT");
      const kept = await call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=a.txt`);
      expectMatch(kept.json, { content: "first" });
    });

    test("§2.2 document: of ten concurrent uploads of one filename, one succeeds", async () => {
      const spaceId = await newSpaceId();
      const body = { filename: "a.txt", content: "text" };
      const upload = () => call("POST", `/api/spaces/${spaceId}/documents`, { body });
      const statuses = (await Promise.all(Array.from({ length: 10 }, upload))).map((reply) => reply.status);
      expect(statuses.sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    });

    test("§2.2 document: the same filename in another space is another document", async () => {
      const [one, two] = [await newSpaceId(), await newSpaceId()];
      const first = await putDocument(one, "a.txt", "text");
      const second = await putDocument(two, "a.txt", "text");
      expect(second.id).not.toBe(first.id);
    });

    test("§8 limits: a filename of 255 characters is accepted, 0 and 256 are refused", async () => {
      const spaceId = await newSpaceId();
      const upload = (filename: string) =>
        call("POST", `/api/spaces/${spaceId}/documents`, { body: { filename, content: "text" } });
      expectStatus(await upload("f".repeat(255)), 201);
      expectRefused(await upload(""), "/filename");
      expectRefused(await upload("f".repeat(256)), "/filename");
    });

    test("§7 errors: missing and empty fields are refused, all at once", async () => {
      const path = `/api/spaces/${await newSpaceId()}/documents`;
      expectRefused(await call("POST", path, { body: {} }), "/filename", "/content");
      expectRefused(await call("POST", path, { body: { filename: "a.txt", content: "" } }), "/content");
      const wrong = { filename: 1, content: 2, metadata: "x" };
      expectRefused(await call("POST", path, { body: wrong }), "/filename", "/content", "/metadata");
      const body = { filename: "a.txt", content: "text" };
      expectError(await call("POST", "/api/spaces/spc_unknown/documents", { body }), 404);
      expectRefused(await call("POST", "/api/documents", { body }), "/spaceId");
    });
  });
}
