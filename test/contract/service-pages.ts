import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectStatus } from "./expecting.ts";
import { object, string } from "./reading.ts";

const ROUTES: [method: string, path: string][] = [
  ["get", "/api/spaces"],
  ["post", "/api/spaces"],
  ["get", "/api/spaces/{}"],
  ["patch", "/api/spaces/{}"],
  ["delete", "/api/spaces/{}"],
  ["get", "/api/spaces/{}/documents"],
  ["post", "/api/spaces/{}/documents"],
  ["get", "/api/spaces/{}/documents/{}"],
  ["patch", "/api/spaces/{}/documents/{}"],
  ["delete", "/api/spaces/{}/documents/{}"],
  ["get", "/api/spaces/{}/documents/{}/file"],
  ["get", "/api/documents"],
  ["post", "/api/documents"],
  ["put", "/api/documents"],
  ["put", "/api/documents/batch"],
  ["get", "/api/documents/by-filename"],
  ["get", "/api/documents/{}"],
  ["patch", "/api/documents/{}"],
  ["delete", "/api/documents/{}"],
  ["post", "/api/query"],
  ["post", "/api/query/smart"],
  ["get", "/api/api-keys"],
  ["get", "/api/usage"],
  ["get", "/api/spaces/{}/limits"],
  ["get", "/api/audit"],
  ["post", "/api/api-keys"],
  ["delete", "/api/api-keys/{}"],
  ["post", "/api/api-keys/{}/rotate"],
  ["get", "/api/events"],
  ["get", "/api/webhooks"],
  ["post", "/api/webhooks"],
  ["get", "/api/webhooks/{}"],
  ["patch", "/api/webhooks/{}"],
  ["delete", "/api/webhooks/{}"],
  ["post", "/api/webhooks/{}/rotate"],
  ["post", "/api/webhooks/{}/test"],
  ["get", "/api/webhooks/{}/deliveries"],
  ["post", "/api/webhooks/{}/replay"],
];

/** Health, the machine-readable description and its page. */
export function servicePageTests(): void {
  describe("service pages", () => {
    test.each(["/health", "/ready", "/api/health", "/api/ready"])(
      "§5.1 %s needs no credentials",
      async (path) => {
        expectStatus(await call("GET", path, { key: null }), 200);
      },
    );

    test("§9.1 versioning: the machine-readable description carries version 0.1", async () => {
      const reply = await call("GET", "/api/openapi.json");
      expectStatus(reply, 200);
      expectMatch(reply.json, { info: { version: "0.1" } });
      expect(string(reply.json.openapi)).toMatch(/^3\./);
    });

    test("decisions/Routes: the description lists every canonical route", async () => {
      const { json } = await call("GET", "/api/openapi.json");
      const listed = Object.entries(object(json.paths)).flatMap(([path, item]) =>
        Object.keys(object(item)).map((method) => `${method} ${path.replaceAll(/\{[^}]+\}/g, "{}")}`),
      );
      expect(listed).toEqual(expect.arrayContaining(ROUTES.map(([method, path]) => `${method} ${path}`)));
    });

    test("decisions/Routes: /docs is an HTML page without external hosts", async () => {
      const reply = await call("GET", "/docs");
      expectStatus(reply, 200);
      expect(reply.headers.get("content-type")).toContain("text/html");
      const addresses = reply.text.match(/(?:https?:)?\/\/[a-z0-9][a-z0-9.-]*\.[a-z]{2,}[^\s"'<>)]*/gi) ?? [];
      expect(addresses.filter((address) => !/^https?:\/\/www\.w3\.org\//.test(address))).toEqual([]);
    });

    test("decisions/Routes: all references in the description resolve, and bodies and responses are named", async () => {
      const { json, text } = await call("GET", "/api/openapi.json");
      const named = Object.keys(object(object(json.components).schemas));
      expect(named).toEqual(expect.arrayContaining(["Document", "QueryBody", "QueryResponse", "Space"]));
      const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference);
      expect(references.length).toBeGreaterThan(100);
      const known = new Set(named.map((name) => `#/components/schemas/${name}`));
      expect(references.filter((reference) => !known.has(reference))).toEqual([]);
    });

    test("/llms.txt links to further pages and needs no credentials", async () => {
      const reply = await call("GET", "/llms.txt", { key: null });
      expectStatus(reply, 200);
      expect(reply.headers.get("content-type")).toContain("text/plain");
      for (const [, address = ""] of reply.text.matchAll(/\]\((\/[^)]+)\)/g))
        expect([address, (await call("GET", address)).status]).not.toEqual([address, 404]);
    });

    test("decisions/Routes: the server itself serves everything that /docs loads", async () => {
      const page = await call("GET", "/docs");
      const loaded = [...page.text.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)=["']([^"']+)["']/gi)];
      for (const [, address = ""] of loaded) {
        if (address.startsWith("data:")) continue;
        const { pathname, search } = new URL(address, "http://local/docs");
        expectStatus(await call("GET", `${pathname}${search}`), 200);
      }
    });

    test.each(["/api/no-such-route", "/no-such-route", "/api/spaces/a/b/c/d"])(
      "§7 errors: unknown route %s is a 404 of the one error shape",
      async (path) => {
        expectError(await call("GET", path), 404);
      },
    );
  });
}
