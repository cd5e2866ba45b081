import { describe, expect, test } from "bun:test";
import { call, contractServer } from "./contract-server.ts";
import { fullRecord } from "./document-record.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { string, TIMESTAMP } from "./reading.ts";
import { ask, getDocument, newSpaceId, processed, putDocument } from "./seeding.ts";

/** Reading a document, its text and its file; deleting it. */
export function documentReadingTests(): void {
  describe("reading and deleting documents", () => {
    test("§4.1 get document: returns the full record in 'document'", async () => {
      const spaceId = await newSpaceId();
      const { id } = await putDocument(spaceId, "a.txt", "text", { a: 1 });
      const record = fullRecord({ id, spaceId, filename: "a.txt", status: "COMPLETED", metadata: { a: 1 } });
      expectMatch(await getDocument(spaceId, string(id)), record);
      expectError(await call("GET", `/api/spaces/${spaceId}/documents/doc_unknown`), 404);
      expectError(await call("GET", `/api/spaces/${await newSpaceId()}/documents/${string(id)}`), 404);
    });

    test("§4.6 by-filename: the flat reduced record with content", async () => {
      const spaceId = await newSpaceId();
      const filename = "notes & plans/ä?.txt";
      const { id } = await putDocument(spaceId, filename, "Line one.\nLine two.", { a: { b: 1 } });
      const query = new URLSearchParams({ spaceId, filename });
      const reply = await call("GET", `/api/documents/by-filename?${query}`);
      expectStatus(reply, 200);
      expectMatch(reply.json, {
        id,
        filename,
        status: "COMPLETED",
        metadata: { a: { b: 1 } },
        content: "Line one.\nLine two.",
        mimeType: expect.stringContaining("text/plain"),
        ...{ sizeBytes: 19, fileSize: "19" },
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
      });
    });

    test("§4.6 by-filename: both parameters are required; an unknown name is 404", async () => {
      const spaceId = await newSpaceId();
      expectRefused(await call("GET", "/api/documents/by-filename"), "/spaceId", "/filename");
      expectRefused(await call("GET", `/api/documents/by-filename?spaceId=${spaceId}`), "/filename");
      expectError(await call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=a.txt`), 404);
      expectError(await call("GET", "/api/documents/by-filename?spaceId=spc_unknown&filename=a.txt"), 404);
    });

    test("decisions/Names and shapes: …/file streams the original bytes", async () => {
      const spaceId = await newSpaceId();
      const bytes = Buffer.from("\uFEFF# Ünïcode\r\n\r\nTrailing spaces   \r\n", "utf8");
      const body = { filename: "a.md", content: bytes.toString("base64"), encoding: "base64" };
      const uploaded = await call("POST", `/api/spaces/${spaceId}/documents`, { body });
      expectStatus(uploaded, 201);
      const id = string(uploaded.json.id);
      expectMatch(await processed(spaceId, id), { sizeBytes: bytes.length, fileSize: String(bytes.length) });
      for (const path of [
        `/api/spaces/${spaceId}/documents/${id}/file`,
        `/api/documents/${id}/file?spaceId=${spaceId}`,
      ]) {
        const { baseUrl, rootKey } = contractServer();
        const response = await fetch(`${baseUrl}${path}`, { headers: { "Svc-Api-Key": rootKey } });
        expect(response.status).toBe(200);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      }
    });

    test("decisions/Names and shapes: DELETE returns { deleted, id }, and the document is gone everywhere", async () => {
      const spaceId = await newSpaceId();
      const id = string((await putDocument(spaceId, "a.txt", "Foxes dig dens.")).id);
      const reply = await call("DELETE", `/api/spaces/${spaceId}/documents/${id}`);
      expectStatus(reply, 200);
      expect(reply.json).toEqual({ deleted: true, id });
      expect((await ask({ query: "foxes", spaceIds: spaceId })).results).toEqual([]);
      expectError(await call("GET", `/api/spaces/${spaceId}/documents/${id}`), 404);
      expectError(await call("GET", `/api/spaces/${spaceId}/documents/${id}/file`), 404);
      expectError(await call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=a.txt`), 404);
      expectError(await call("DELETE", `/api/spaces/${spaceId}/documents/${id}`), 404);
      expectMatch(await putDocument(spaceId, "a.txt", "Foxes dig dens."), { status: "COMPLETED" });
    });

    test("decisions/Names and shapes: chunkCount counts the chunks that a query can find", async () => {
      const spaceId = await newSpaceId();
      const content = Array.from({ length: 60 }, (_, n) =>
        `Paragraph ${n} about walrus number ${n}. `.repeat(8),
      ).join("\n\n");
      await putDocument(spaceId, "a.txt", content);
      const listed = await call("GET", `/api/spaces/${spaceId}/documents`);
      const { body } = await ask({ query: "walrus", spaceIds: spaceId, topK: 100 });
      expectMatch(listed.json, { data: [{ chunkCount: body.totalResults }] });
      expect(Number(body.totalResults)).toBeGreaterThan(1);
    });
  });
}
