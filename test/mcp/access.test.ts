import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PERMISSIONS, type Permission } from "@quarry/schema";
import { TOOLS } from "../../server/src/modules/mcp/tools.ts";
import { expectMatch } from "../contract/expecting.ts";
import { type Json, objects } from "../contract/reading.ts";
import { addTenant } from "../server/other-tenant.ts";
import { rejection } from "../support/failure.ts";
import { type Assistant, type McpApp, startMcpApp } from "./assistant.ts";

interface Ids {
  readonly space: string;
  readonly document: string;
}

let app: McpApp;
let own: Ids;
let other: Ids;
const MISSING: Ids = { space: "spc_missing", document: "doc_missing" };

beforeAll(async () => {
  app = await startMcpApp();
  own = await fill("Pelicans", "The pelican is called Aldebaran.");
  other = await fill("Zebras", "The zebra is called Betelgeuse.");
}, 120_000);
afterAll(() => app.stop());

async function fill(name: string, content: string): Promise<Ids> {
  const { space } = await app.quarry.spaces.create({ name });
  const { document } = await app.quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content });
  return { space: space.id, document: document.id };
}

/** A call of each tool for given ids. */
const CALLS: Readonly<Record<string, (ids: Ids) => Json>> = {
  query_spaces: ({ space }) => ({ query: "pelican", spaceIds: space }),
  get_space: ({ space }) => ({ spaceId: space }),
  update_space: ({ space }) => ({ spaceId: space, name: "Mine" }),
  delete_space: ({ space }) => ({ spaceId: space, purge: true }),
  list_documents: ({ space }) => ({ spaceId: space }),
  upload_document: ({ space }) => ({ spaceId: space, filename: "a.md", content: "Mine." }),
  update_document: ({ document }) => ({ documentId: document, metadata: { mine: true } }),
  delete_document: ({ document }) => ({ documentId: document }),
  get_document: ({ document }) => ({ documentId: document }),
  fetch: ({ document }) => ({ id: document }),
  get_outline: ({ space, document }) => ({ documentId: document, spaceId: space }),
};
const OTHERS: Readonly<Record<string, Json>> = {
  smart_query: { query: "pelican" },
  search: { query: "pelican" },
  list_spaces: {},
  create_space: { name: "New" },
};

/** Checks that calls for hidden ids and for missing ids have the same result, except for the ids themselves. */
async function expectSameAsMissing(assistant: Assistant, hidden: Ids): Promise<void> {
  for (const [name, inputOf] of Object.entries(CALLS)) {
    const foreign = await assistant.call(name, inputOf(hidden));
    const missing = await assistant.call(name, inputOf(MISSING));
    const text = foreign.text
      .replaceAll(hidden.space, MISSING.space)
      .replaceAll(hidden.document, MISSING.document);
    expect({ name, ...foreign, text }).toEqual({ name, ...missing });
    expect(`${name} ${text}`).toMatch(/^\w+ not_found: /);
  }
  const uriOf = ({ space, document }: Ids) => `quarry://spaces/${space}/documents/${document}`;
  for (const ids of [hidden, MISSING])
    expect(await rejection(assistant.client.readResource({ uri: uriOf(ids) }))).toMatchObject({
      code: -32002,
    });
}

async function assistantWith(permissions: readonly Permission[], spaceIds?: string[]): Promise<Assistant> {
  const { key } = await app.quarry.apiKeys.create({
    name: "assistant",
    permissions: [...permissions],
    ...(spaceIds ? { spaceIds } : {}),
  });
  return app.assistant(key);
}

describe("permissions", () => {
  test("every tool has a call in this test", () => {
    const called = [...Object.keys(CALLS), ...Object.keys(OTHERS)].sort();
    expect(called).toEqual(TOOLS.map(({ name }) => name).sort());
  });

  test.each([...PERMISSIONS])("%s alone lists and allows only its own tools", async (permission) => {
    const assistant = await assistantWith([permission]);
    const { tools } = await assistant.client.listTools();
    const allowed = TOOLS.filter((tool) => tool.permission === permission).map(({ name }) => name);
    expect(tools.map(({ name }) => name)).toEqual(allowed);
    for (const tool of TOOLS) {
      const input = CALLS[tool.name]?.(MISSING) ?? OTHERS[tool.name] ?? {};
      const { isError, text } = await assistant.call(tool.name, input);
      if (allowed.includes(tool.name)) expect(text).not.toContain("forbidden");
      else {
        expect(isError).toBe(true);
        expect(text).toContain(`does not have the permission ${tool.permission}`);
      }
    }
  });

  test("a read-only key lists only the read-only tools", async () => {
    const { key } = await app.quarry.apiKeys.create({ name: "reader", level: "read" });
    const { tools } = await (await app.assistant(key)).client.listTools();
    expect(tools.length).toBe(9);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  });

  test("archiving by an update requires the delete permission, as over HTTP", async () => {
    const assistant = await assistantWith(["spaces:write"]);
    const { isError, text } = await assistant.call("update_space", { spaceId: own.space, isArchived: true });
    expect(isError).toBe(true);
    expect(text).toContain("spaces:delete");
  });

  test("resources require documents:read", async () => {
    const assistant = await assistantWith(["queries:read"]);
    expect((await assistant.client.listResources()).resources).toEqual([]);
    const uri = `quarry://spaces/${own.space}/documents/${own.document}`;
    expect(String(await rejection(assistant.client.readResource({ uri })))).toContain("documents:read");
  });
});

describe("resources without access look like missing resources:", () => {
  test("of another organization", async () => {
    const stranger = await addTenant(app.deps, "Stranger", "enterprise");
    const assistant = await app.assistant(stranger.key);
    await expectSameAsMissing(assistant, own);
    expectMatch((await assistant.call("list_spaces")).data, { spaces: [] });
    expectMatch((await assistant.call("smart_query", { query: "pelican" })).data, { recommendations: [] });
    expect((await assistant.client.listResources()).resources).toEqual([]);
    const { text } = await app.quarry.documents
      .getByFilename({ spaceId: own.space, filename: "a.md" })
      .then(({ content }) => ({ text: content }));
    expect(text).toContain("Aldebaran");
  });

  test("of a space that is not on the key's list", async () => {
    const assistant = await assistantWith(
      PERMISSIONS.filter((name) => !name.startsWith("apikeys")),
      [own.space],
    );
    await expectSameAsMissing(assistant, other);
    expectMatch((await assistant.call("list_spaces")).data, { pagination: { total: 1 } });
    const found = await assistant.call("smart_query", { query: "What is the zebra called?" });
    expect(found.text).not.toContain("Betelgeuse");
    const { resources } = await assistant.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      `quarry://spaces/${own.space}/documents/${own.document}`,
    ]);
    expect((await assistant.call("create_space", { name: "Beyond" })).text).toMatch(
      /^forbidden: .*limited to some spaces/s,
    );
  });

  test("of an archived space", async () => {
    const gone = await fill("Archived", "The quagga is gone.");
    const assistant = await app.assistant();
    await assistant.call("delete_space", { spaceId: gone.space });
    for (const name of ["get_document", "get_outline", "delete_document", "list_documents", "query_spaces"])
      expect((await assistant.call(name, CALLS[name]?.(gone))).text).toStartWith("not_found: ");
    const { resources } = await assistant.client.listResources();
    expect(resources.some(({ uri }) => uri.includes(gone.space))).toBe(false);
    expect(
      objects((await assistant.call("list_spaces")).data.spaces).some(({ id }) => id === gone.space),
    ).toBe(false);
  });
});
