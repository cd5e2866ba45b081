import { describe, expect, test } from "bun:test";
import { call, contractServer } from "./contract-server.ts";
import { expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { uploadSpaces } from "./raw-upload.ts";
import { newSpaceId } from "./seeding.ts";

const LIMIT_MS = 60_000;
const MAX_CHARS = 10_000_000;

/** The largest bodies. Runs last: the accepted one keeps the server busy. */
export function bigBodyTests(): void {
  describe("big bodies", () => {
    test.each([
      ["announced by Content-Length", false],
      ["that comes in chunks", true],
    ])(
      "decisions/Errors: a body of 160 MB %s is 413 of the one error shape",
      async (_, chunked) => {
        const { baseUrl, rootKey } = contractServer();
        const headers = { "Svc-Api-Key": rootKey, "Content-Type": "application/json" };
        const reply = await uploadSpaces(`${baseUrl}/api/spaces`, { headers, megabytes: 160, chunked });
        expect(reply.status).toBe(413);
        expect(reply.body).toContain('"statusCode":413');
        expect(reply.body).toContain('"requestId"');
        expect(reply.body).toContain('"message"');
        expectStatus(await call("GET", "/api/spaces"), 200);
      },
      LIMIT_MS,
    );

    test(
      "§8 limits: content of 10,000,001 characters is refused",
      async () => {
        const spaceId = await newSpaceId();
        const body = { filename: "a.txt", content: "x".repeat(MAX_CHARS + 1) };
        expectRefused(await call("POST", `/api/spaces/${spaceId}/documents`, { body }), "/content");
        expectRefused(await call("PUT", "/api/documents", { body: { spaceId, ...body } }), "/content");
      },
      LIMIT_MS,
    );

    test(
      "§8 limits: content of 10,000,000 characters is accepted",
      async () => {
        const spaceId = await newSpaceId();
        const sentence = "The quick brown fox jumps over the lazy dog again and again. ";
        const content = sentence.repeat(Math.ceil(MAX_CHARS / sentence.length)).slice(0, MAX_CHARS);
        const reply = await call("POST", `/api/spaces/${spaceId}/documents`, {
          body: { filename: "a.txt", content },
        });
        expectStatus(reply, 201);
        expectMatch(reply.json, { status: "PROCESSING", fileSize: String(MAX_CHARS) });
        expectStatus(await call("DELETE", `/api/spaces/${spaceId}/documents/${String(reply.json.id)}`), 200);
      },
      LIMIT_MS,
    );
  });
}
