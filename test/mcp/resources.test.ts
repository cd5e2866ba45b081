import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectMatch } from "../contract/expecting.ts";
import { rejection } from "../support/failure.ts";
import { type Assistant, type McpApp, startMcpApp } from "./assistant.ts";

let app: McpApp;
let assistant: Assistant;
const COUNT = 230;

beforeAll(async () => {
  app = await startMcpApp();
  assistant = await app.assistant();
  for (const [space, start] of [
    ["One", 0],
    ["Two", 100],
    ["Three", 200],
  ] as const) {
    const {
      space: { id: spaceId },
    } = await app.quarry.spaces.create({ name: space });
    const documents = Array.from({ length: Math.min(100, COUNT - start) }, (_, at) => ({
      filename: `note ${start + at}.md`,
      content: `# Note ${start + at}\n\nText.`,
    }));
    await app.quarry.documents.upsertBatch({ spaceId, documents });
  }
}, 120_000);
afterAll(() => app.stop());

test("the template describes the URI of a document", async () => {
  const { resourceTemplates } = await assistant.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    "quarry://spaces/{spaceId}/documents/{documentId}",
  ]);
});

test("the pages contain every document once, while another one is added", async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await assistant.client.listResources(cursor === undefined ? {} : { cursor });
    expect(page.resources.length).toBeLessThanOrEqual(100);
    seen.push(...page.resources.map(({ name }) => name));
    cursor = page.nextCursor;
    pages += 1;
    if (pages === 1)
      await app.quarry.documents.upsert({ spaceId: "one", filename: "new.md", content: "New." });
  } while (cursor !== undefined && pages < 10);
  expect(pages).toBe(3);
  expect(seen.sort()).toEqual(Array.from({ length: COUNT }, (_, at) => `note ${at}.md`).sort());
});

test("a document can be read by its URI", async () => {
  const [resource] = (await assistant.client.listResources()).resources;
  expectMatch(resource, {
    name: "new.md",
    mimeType: "text/markdown",
    uri: expect.stringMatching(/^quarry:\/\//),
  });
  const { contents } = await assistant.client.readResource({ uri: resource?.uri ?? "" });
  expect(contents).toEqual([{ uri: resource?.uri ?? "", mimeType: "text/markdown", text: "New." }]);
});

test("a failed document is not listed", async () => {
  const { space } = await app.quarry.spaces.create({ name: "Broken" });
  await app.quarry.documents.upsert({ spaceId: space.id, filename: "x.md", content: "Fine." });
  const before = (await assistant.client.listResources()).resources.map(({ name }) => name);
  expect(before).toContain("x.md");
  const {
    data: [document],
  } = await app.quarry.documents.list({ spaceId: space.id });
  await app.quarry.documents.update({ spaceId: space.id, id: document?.id ?? "", status: "FAILED" });
  expect((await assistant.client.listResources()).resources.map(({ name }) => name)).not.toContain("x.md");
});

test.each([
  "nonsense",
  "",
  Buffer.from("spc_1").toString("base64url"),
  Buffer.from("doc_'; --").toString("base64url"),
])("the cursor %p is rejected", async (cursor) => {
  expect(await rejection(assistant.client.listResources({ cursor }))).toMatchObject({ code: -32602 });
});

test.each([
  "quarry://spaces/one",
  "https://example.com/",
  "quarry://spaces/one/documents/a/b",
  "quarry://spaces/one/documents/a\u0000",
  "",
])("the URI %p is rejected", async (uri) => {
  expect(await rejection(assistant.client.readResource({ uri }))).toMatchObject({ code: -32602 });
});
