import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, object, string } from "./reading.ts";
import { ask, filenames, newSpaceId, processed, putDocument, UNREADABLE } from "./seeding.ts";

const KINDS: [filename: string, content: string, mimeType: string, hidden: string[]][] = [
  ["a.txt", "Puffins nest in burrows.", "text/plain", []],
  ["a.md", "# Birds\n\n## Sea\n\nPuffins nest in **burrows**.", "text/markdown", []],
  [
    "a.html",
    "<html><body><h1>Birds</h1><p>Puffins nest.</p><script>secretCode()</script></body></html>",
    "text/html",
    ["<p>", "secretCode"],
  ],
  ["a.csv", "bird,home\nPuffins,burrows\nHerons,trees\n", "text/csv", []],
  ["a.json", '{"bird":"Puffins","home":{"kind":"burrows"}}', "application/json", []],
];

const base64 = (text: string): string => Buffer.from(text).toString("base64");
function form(fields: Record<string, string>, filename: string, content: string): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  made.set("file", new File([content], filename));
  return made;
}

/** Content types, and the three ways to send them. */
export function contentKindTests(): void {
  describe("content kinds", () => {
    test.each(KINDS)(
      "§1.5 content: %s is read, typed and found",
      async (filename, content, mimeType, hidden) => {
        const spaceId = await newSpaceId();
        const document = await putDocument(spaceId, filename, content);
        expectMatch(document, { status: "COMPLETED", indexingType: "text" });
        expect(string(document.mimeType)).toStartWith(mimeType);
        const { results } = await ask({ query: "puffins", spaceIds: spaceId });
        expect(filenames(results)).toContain(filename);
        const named = await call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=${filename}`);
        expect(string(named.json.content)).toContain("Puffins");
        for (const text of hidden) expect(string(named.json.content)).not.toContain(text);
      },
    );

    test.each(KINDS)(
      "decisions/Content: %s as base64 is the same document",
      async (filename, content, mimeType) => {
        const spaceId = await newSpaceId();
        const body = { spaceId, filename, content: base64(content), encoding: "base64" };
        const reply = await call("PUT", "/api/documents", { body });
        expectStatus(reply, 201);
        expect(string(object(reply.json.document).mimeType)).toStartWith(mimeType);
        const again = await call("PUT", "/api/documents", { body: { spaceId, filename, content } });
        expect(again.json).toEqual({ ...again.json, created: false, document: reply.json.document });
      },
    );

    test("decisions/Content: multipart upload with file, filename and metadata", async () => {
      const spaceId = await newSpaceId();
      const fields = { filename: "named.md", metadata: '{"a":{"b":1}}' };
      const rawBody = form(fields, "original.md", "# Puffins\n\nThey nest.");
      const reply = await call("POST", `/api/spaces/${spaceId}/documents`, { rawBody });
      expectStatus(reply, 201);
      expectMatch(reply.json, {
        filename: "named.md",
        status: "PROCESSING",
        metadata: { a: { b: 1 } },
      });
      const document = await processed(spaceId, string(reply.json.id));
      expectMatch(document, {
        status: "COMPLETED",
        mimeType: expect.stringContaining("text/markdown"),
      });
    });

    test("decisions/Content: multipart uses the file's name when no filename is given", async () => {
      const spaceId = await newSpaceId();
      const upload = await call("POST", `/api/spaces/${spaceId}/documents`, {
        rawBody: form({}, "own.txt", "text"),
      });
      expectStatus(upload, 201);
      expectMatch(upload.json, { filename: "own.txt", metadata: {} });
      const upsert = await call("PUT", "/api/documents", { rawBody: form({ spaceId }, "put.txt", "text") });
      expectStatus(upsert, 201);
      expectMatch(upsert.json, {
        created: true,
        document: { filename: "put.txt", status: "COMPLETED" },
      });
    });

    test("decisions/Content: multipart without a file, or with metadata that is not an object, is 400", async () => {
      const path = `/api/spaces/${await newSpaceId()}/documents`;
      const empty = new FormData();
      empty.set("filename", "a.txt");
      expectRefused(await call("POST", path, { rawBody: empty }), "/file");
      expectRefused(
        await call("POST", path, { rawBody: form({ metadata: "[1" }, "a.txt", "text") }),
        "/metadata",
      );
      expectRefused(
        await call("POST", path, { rawBody: form({ metadata: "[1]" }, "a.txt", "text") }),
        "/metadata",
      );
    });

    test("decisions/Content: an unsupported file becomes a FAILED document with an errorMessage", async () => {
      const spaceId = await newSpaceId();
      const reply = await call("POST", `/api/spaces/${spaceId}/documents`, {
        body: { filename: "a.7z", ...UNREADABLE },
      });
      expectStatus(reply, 201);
      const document = await processed(spaceId, string(reply.json.id));
      expect(document.status).toBe("FAILED");
      expect(string(document.errorMessage).length).toBeGreaterThan(0);
      const put = await call("PUT", "/api/documents", {
        body: { spaceId, filename: "b.7z", ...UNREADABLE },
      });
      expect(expectError(put, 400)).toBe(string(document.errorMessage).replaceAll("a.7z", "b.7z"));
    });

    test("decisions/Content: an upsert of an unreadable file keeps the previous version", async () => {
      const spaceId = await newSpaceId();
      const before = await putDocument(spaceId, "a.txt", "Puffins nest.");
      expectError(
        await call("PUT", "/api/documents", { body: { spaceId, filename: "a.txt", ...UNREADABLE } }),
        400,
      );
      const after = await call("GET", `/api/spaces/${spaceId}/documents/${string(before.id)}`);
      expectMatch(after.json, { document: before });
      expect(filenames((await ask({ query: "puffins", spaceIds: spaceId })).results)).toEqual(["a.txt"]);
    });

    test("decisions/Content: an unknown encoding or invalid base64 is 400", async () => {
      const put = async (fields: Json) =>
        call("PUT", "/api/documents", {
          body: { spaceId: await newSpaceId(), filename: "a.txt", ...fields },
        });
      expectRefused(await put({ content: "text", encoding: "rot13" }), "/encoding");
      expectRefused(await put({ content: "*** not base64 ***", encoding: "base64" }), "/content");
    });
  });
}
