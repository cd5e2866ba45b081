import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, object, objects } from "./reading.ts";
import { newSpaceId, uniqueWord } from "./seeding.ts";

const JSON_TYPE = { "Content-Type": "application/json" };
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const createRaw = (rawBody: string) => call("POST", "/api/spaces", { rawBody, headers: JSON_TYPE });

/** Refused requests and their error messages. */
export function refusedBodyTests(): void {
  describe("refused bodies", () => {
    test("decisions/Errors: all offending fields are reported at once, each with path and message", async () => {
      const body = { name: "", description: "d".repeat(501), icon: "rocket", isArchived: "yes", metadata: 7 };
      const reply = await call("POST", "/api/spaces", { body });
      expectRefused(reply, "/name", "/description", "/icon", "/isArchived", "/metadata");
      expectMatch(reply.json, { error: "Bad Request" });
    });

    test("decisions/Errors: a path leads into arrays and objects", async () => {
      const body = { name: "x", level: "read", rateLimit: { limit: "many", windowSeconds: 60 } };
      expectRefused(await call("POST", "/api/api-keys", { body }), "/rateLimit/limit");
    });

    test.each([
      ["POST", "/api/spaces", { name: "x" }],
      ["POST", "/api/query", { query: "x", spaceIds: "y" }],
      ["POST", "/api/query/smart", { query: "x" }],
      ["PUT", "/api/documents", { spaceId: "x", filename: "x", content: "x" }],
      ["POST", "/api/api-keys", { name: "x", level: "read" }],
      ["POST", "/api/spaces/x/evaluations", { name: "x", queries: [] }],
      ["POST", "/api/spaces/x/evaluations/y/runs", {}],
      ["POST", "/api/spaces/x/evaluations/y/fit", {}],
    ])("decisions/Errors: an unknown field of %s %s is refused by name", async (method, path, body) => {
      const reply = await call(method, path, { body: { ...body, colour: "red" } });
      expectError(reply, 400);
      const named = objects(reply.json.details).map(
        (detail) => `${String(detail.path)} ${String(detail.message)}`,
      );
      expect(named.join("\n")).toContain("colour");
    });

    test.each(["{", '{"name": }', "[", "undefined", '{"name":"x"}}', ""])(
      "§7 errors: malformed JSON '%s' is 400",
      async (body) => {
        expectError(await createRaw(body), 400);
      },
    );

    test.each(["[]", "7", '"name"', "null", "true"])("§7 errors: a body of %s is 400", async (body) => {
      expectError(await createRaw(body), 400);
    });

    test.each([
      "text/plain",
      "application/xml",
      "application/x-www-form-urlencoded",
      "application/octet-stream",
    ])("decisions/Errors: a body of type %s is 415", async (type) => {
      const reply = await call("POST", "/api/spaces", {
        rawBody: "name=x",
        headers: { "Content-Type": type },
      });
      expectError(reply, 415);
    });

    test("§4 endpoints: a JSON content type with a charset is accepted", async () => {
      const headers = { "Content-Type": "application/json; charset=utf-8" };
      expectStatus(
        await call("POST", "/api/spaces", { rawBody: `{"name":"${uniqueWord()}"}`, headers }),
        201,
      );
    });

    test("§2.1 metadata: an object of 100,000 keys is 400, one of 1,000 is stored", async () => {
      const metadata = (keys: number): Json =>
        Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n]));
      const create = (keys: number) =>
        call("POST", "/api/spaces", { body: { name: uniqueWord(), metadata: metadata(keys) } });
      expectRefused(await create(100_000), "/metadata");
      const kept = await create(1_000);
      expectStatus(kept, 201);
      expect(object(kept.json.space).metadata).toEqual(metadata(1_000));
    });

    test("§2.1 metadata: 10,000 levels of nesting are 400, 20 are stored", async () => {
      expectError(await createRaw(`{"name":"x","metadata":${nested(10_000)}}`), 400);
      expectError(await createRaw(`{"name":"x","metadata":${nested(100)}}`), 400);
      expectStatus(await createRaw(`{"name":"x","metadata":${nested(20)}}`), 201);
    });

    test.each([
      ["NUL", "\\u0000"],
      ["a lone high surrogate", "\\ud800"],
      ["a lone low surrogate", "\\udc00"],
    ])("§7 errors: %s in any text is no server error", async (_, character) => {
      const spaceId = await newSpaceId();
      const bodies: [method: string, path: string, body: string][] = [
        ["POST", "/api/spaces", `{"name":"a${character}b"}`],
        [
          "POST",
          "/api/spaces",
          `{"name":"x","description":"a${character}b","metadata":{"k${character}":"v${character}"}}`,
        ],
        [
          "PUT",
          "/api/documents",
          `{"spaceId":"${spaceId}","filename":"a${character}b.txt","content":"text"}`,
        ],
        [
          "PUT",
          "/api/documents",
          `{"spaceId":"${spaceId}","filename":"c.txt","content":"text a${character}b"}`,
        ],
        ["POST", "/api/query", `{"spaceIds":"${spaceId}","query":"a${character}b"}`],
        ["POST", "/api/query", `{"spaceIds":"${spaceId}","query":"a","metadata":{"k":"${character}"}}`],
        ["POST", "/api/query/smart", `{"query":"${character}"}`],
      ];
      for (const [method, path, rawBody] of bodies) {
        const reply = await call(method, path, { rawBody, headers: JSON_TYPE });
        expect(`${rawBody}: ${reply.status}`).toMatch(/: (?:200|201|400)$/);
        if (reply.status === 400) expectError(reply, 400);
      }
      for (const path of [
        "/api/spaces/%00",
        "/api/spaces?metadata=%7B%22a%22%3A%22%5Cu0000%22%7D",
        "/api/spaces/%ED%A0%80",
      ]) {
        expect([200, 400, 404]).toContain((await call("GET", path)).status);
      }
    });

    test("decisions/Errors: a message never shows a stack or SQL", async () => {
      const odd = [
        "/api/spaces/%27%3B--",
        "/api/spaces/__proto__",
        "/api/spaces/%E0%A4%A",
        `/api/spaces/${"x".repeat(5_000)}`,
      ];
      for (const path of odd) {
        const reply = await call("GET", path);
        expect([400, 404, 414]).toContain(reply.status);
        expect(reply.text).not.toMatch(/select |insert |node_modules|\.ts:\d+|at .+\(/i);
      }
    });
  });
}
