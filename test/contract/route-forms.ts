import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectMatch, expectStatus } from "./expecting.ts";
import { object, string } from "./reading.ts";
import { newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

const json = (body: unknown) => ({ body });

/** Calls each route of the interface's table §4.1 in one of its two path forms. */
export function routeFormTests(): void {
  describe.each(["", "/api"])("§1.9 routes under '%s'", (prefix) => {
    test(`§4.1 routes: '${prefix}' answers on every space route`, async () => {
      const created = await call("POST", `${prefix}/spaces`, json({ name: uniqueWord() }));
      expectStatus(created, 201);
      const id = string(object(created.json.space).id);
      expectStatus(await call("GET", `${prefix}/spaces`), 200);
      const got = await call("GET", `${prefix}/spaces/${id}`);
      expectStatus(got, 200);
      expect(got.json).toEqual(created.json);
      const patched = await call("PATCH", `${prefix}/spaces/${id}`, json({ description: "new" }));
      expectStatus(patched, 200);
      expectMatch(patched.json, { space: { id, description: "new" } });
      const archived = await call("DELETE", `${prefix}/spaces/${id}`);
      expectStatus(archived, 200);
      expectMatch(archived.json, { space: { id, isArchived: true } });
    });

    test(`§4.1 routes: '${prefix}' answers on every document route of a space`, async () => {
      const spaceId = await newSpaceId();
      const base = `${prefix}/spaces/${spaceId}/documents`;
      const uploaded = await call("POST", base, json({ filename: "a.txt", content: "some text" }));
      expectStatus(uploaded, 201);
      const id = string(uploaded.json.id);
      const listed = await call("GET", base);
      expectStatus(listed, 200);
      expectMatch(listed.json, { data: [{ id }], pagination: { total: 1 } });
      const got = await call("GET", `${base}/${id}`);
      expectStatus(got, 200);
      expectMatch(got.json, { document: { id, spaceId, filename: "a.txt" } });
      const patched = await call("PATCH", `${base}/${id}`, json({ metadata: { a: 1 } }));
      expectStatus(patched, 200);
      expectMatch(patched.json, { document: { id, metadata: { a: 1 } } });
      const deleted = await call("DELETE", `${base}/${id}`);
      expectStatus(deleted, 200);
      expect(deleted.json).toEqual({ deleted: true, id });
    });

    test(`§4.1 routes: '${prefix}' answers on the routes under /documents`, async () => {
      const spaceId = await newSpaceId();
      const put = await call(
        "PUT",
        `${prefix}/documents`,
        json({ spaceId, filename: "a.txt", content: "some text" }),
      );
      expectStatus(put, 201);
      const id = string(object(put.json.document).id);
      const named = await call("GET", `${prefix}/documents/by-filename?spaceId=${spaceId}&filename=a.txt`);
      expectStatus(named, 200);
      expectMatch(named.json, { id, content: "some text" });
      const patched = await call("PATCH", `${prefix}/documents/${id}`, json({ spaceId, metadata: { b: 2 } }));
      expectStatus(patched, 200);
      expectMatch(patched.json, { document: { id, metadata: { b: 2 } } });
    });

    test(`§4.1 routes: '${prefix}' answers on query and query/smart`, async () => {
      const spaceIds = await newSpaceId();
      await putDocument(spaceIds, "a.txt", "Otters hold hands while they sleep.");
      const asked = await call("POST", `${prefix}/query`, json({ query: "otters", spaceIds }));
      expectStatus(asked, 200);
      expectMatch(asked.json, { results: [{ document: { filename: "a.txt" } }] });
      const smart = await call("POST", `${prefix}/query/smart`, json({ query: "otters" }));
      expectStatus(smart, 200);
      expect(smart.json.recommendations).toBeArray();
    });
  });

  test.each(["", "/api"])("'%s' answers on every route of evaluations", async (prefix) => {
    const spaceId = await newSpaceId();
    const base = `${prefix}/spaces/${spaceId}/evaluations`;
    const queries = [{ query: "why", relevant: [{ filename: "a.txt" }] }];
    const created = await call("POST", base, json({ name: "golden", queries }));
    expectStatus(created, 201);
    const path = `${base}/${string(object(created.json.evaluation).id)}`;
    expectStatus(await call("GET", base), 200);
    expect((await call("GET", path)).json).toEqual(created.json);
    expectStatus(await call("PATCH", path, json({ name: "silver" })), 200);
    const run = await call("POST", `${path}/runs`, json({}));
    expectStatus(run, 201);
    const runPath = `${path}/runs/${string(object(run.json.run).id)}`;
    expectStatus(await call("GET", `${path}/runs`), 200);
    expect((await call("GET", runPath)).json).toEqual(run.json);
    expectStatus(await call("GET", `${runPath}/report`), 200);
    expectStatus(await call("POST", `${path}/fit`, json({})), 400);
    expectStatus(await call("DELETE", path), 200);
  });

  test.each(["", "/api"])("'%s' answers on export and import", async (prefix) => {
    const exported = await call("GET", `${prefix}/spaces/${await newSpaceId()}/export`);
    expectStatus(exported, 200);
    expect(exported.headers.get("content-type")).toBe("application/x-tar");
    // The file without documents is plain text.
    const imported = await call("POST", `${prefix}/spaces/import`, { rawBody: exported.text });
    expectStatus(imported, 201);
    expectMatch(imported.json, { documents: 0, space: { isArchived: false } });
    expectStatus(await call("POST", `${prefix}/spaces/import`, { rawBody: "no archive" }), 400);
  });

  test("decisions/Routes: documents also answer under /api/documents with spaceId as query or body field", async () => {
    const spaceId = await newSpaceId();
    const uploaded = await call(
      "POST",
      "/api/documents",
      json({ spaceId, filename: "a.txt", content: "text" }),
    );
    expectStatus(uploaded, 201);
    const id = string(uploaded.json.id);
    const listed = await call("GET", `/api/documents?spaceId=${spaceId}`);
    expectMatch(listed.json, { data: [{ id }], pagination: { total: 1 } });
    const got = await call("GET", `/api/documents/${id}?spaceId=${spaceId}`);
    expectMatch(got.json, { document: { id, spaceId } });
    const patched = await call(
      "PATCH",
      `/api/documents/${id}?spaceId=${spaceId}`,
      json({ metadata: { a: 1 } }),
    );
    expectMatch(patched.json, { document: { id, metadata: { a: 1 } } });
    const deleted = await call("DELETE", `/api/documents/${id}?spaceId=${spaceId}`);
    expect(deleted.json).toEqual({ deleted: true, id });
  });

  test("decisions/Routes: / redirects a browser to /app", async () => {
    const reply = await call("GET", "/", { key: null, headers: { Accept: "text/html" } });
    expect([301, 302, 303, 307, 308]).toContain(reply.status);
    expect(reply.headers.get("location")).toMatch(/\/app\/?$/);
  });
}
