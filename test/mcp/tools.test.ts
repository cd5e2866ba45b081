import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectMatch } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { rejection } from "../support/failure.ts";
import { smallPdf } from "../support/small-pdf.ts";
import { type Assistant, type McpApp, startMcpApp, type ToolResult } from "./assistant.ts";

let app: McpApp;
let assistant: Assistant;
let handbook: string;
let guide: string;

beforeAll(async () => {
  app = await startMcpApp();
  assistant = await app.assistant();
  const created = await ok("create_space", { name: "Handbook", description: "How birds are kept and fed." });
  handbook = string(object(created.data.space).id);
  const content =
    "# Birds\n\n## Pelicans\n\nThe pelican Aldebaran eats herring.\n\n## Owls\n\nOwls sleep by day.";
  const uploaded = await ok("upload_document", {
    ...{ spaceId: handbook, filename: "guide.md", content },
    metadata: { team: "keepers" },
  });
  guide = string(object(uploaded.data.document).id);
}, 120_000);
afterAll(() => app.stop());

async function ok(name: string, input: Record<string, unknown>): Promise<ToolResult> {
  const result = await assistant.call(name, input);
  expectMatch(result, { isError: false });
  return result;
}

async function refused(name: string, input: Record<string, unknown>): Promise<string> {
  const result = await assistant.call(name, input);
  expectMatch(result, { isError: true });
  return result.text;
}

/** The annotations of each tool: read-only, destructive, idempotent. */
const TOOLS = {
  query_spaces: [true, false, true],
  smart_query: [true, false, true],
  list_spaces: [true, false, true],
  create_space: [false, false, false],
  get_space: [true, false, true],
  update_space: [false, true, true],
  delete_space: [false, true, true],
  list_documents: [true, false, true],
  upload_document: [false, true, true],
  update_document: [false, true, true],
  delete_document: [false, true, true],
  get_document: [true, false, true],
  get_outline: [true, false, true],
  search: [true, false, true],
  fetch: [true, false, true],
};

describe("the server's description", () => {
  test("contains its name, version and instructions", () => {
    expectMatch(assistant.client.getServerVersion(), {
      ...{ name: "quarry", title: "Quarry" },
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(assistant.client.getInstructions()).toContain("smart_query");
    expectMatch(assistant.client.getServerCapabilities(), { tools: {}, resources: {}, prompts: {} });
  });

  test("lists fifteen tools with annotations and schemas", async () => {
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOLS));
    for (const tool of tools) {
      const [readOnlyHint, destructiveHint, idempotentHint] = TOOLS[tool.name as keyof typeof TOOLS];
      expect(tool.annotations).toEqual({
        readOnlyHint,
        destructiveHint,
        idempotentHint,
        openWorldHint: false,
      });
      expect(tool.title?.length).toBeGreaterThan(5);
      expect(tool.description?.length).toBeGreaterThan(50);
      expect(tool.inputSchema.additionalProperties).toBe(false);
      expect(tool.outputSchema).toBeUndefined();
      // Clients support only the formats of JSON Schema.
      expect(JSON.stringify(tool)).not.toMatch(/"format"|"\$ref"|Quarry[A-Z]/);
    }
  });
});

describe("spaces", () => {
  test("are created, read, updated, listed, archived, restored and purged", async () => {
    const created = await ok("create_space", { name: "Short-lived", metadata: { kind: "trial" } });
    const spaceId = string(object(created.data.space).id);
    const updated = await ok("update_space", { spaceId, description: "Tried out." });
    expectMatch(updated.data, { space: { name: "Short-lived", description: "Tried out." } });
    expect((await ok("get_space", { spaceId: "short-lived" })).data).toEqual(updated.data);
    const listed = await ok("list_spaces", { metadata: { kind: "trial" } });
    expectMatch(listed.data, { spaces: [{ id: spaceId, metadata: { kind: "trial" } }], omitted: 0 });
    expect(listed.text).toContain("Tried out.");

    const archived = await ok("delete_space", { spaceId });
    expectMatch(archived.data, { purged: false, space: { isArchived: true } });
    expectMatch((await ok("list_spaces", { metadata: { kind: "trial" } })).data, { spaces: [] });
    expect(await refused("list_documents", { spaceId })).toContain("list_spaces");
    expect(await refused("query_spaces", { query: "x", spaceIds: [spaceId] })).toContain("There is no space");
    expectMatch((await ok("update_space", { spaceId, isArchived: false })).data, {
      space: { isArchived: false },
    });

    expectMatch((await ok("delete_space", { spaceId, purge: true })).data, { purged: true });
    expect(await refused("get_space", { spaceId })).toMatch(/^not_found: .*list_spaces/s);
  });

  test("are listed in pages, and the text names the next page", async () => {
    const { data, text } = await ok("list_spaces", { pageSize: 1, status: "all" });
    expectMatch(data, { pagination: { page: 1, pageSize: 1, total: 1, totalPages: 1 } });
    expect(text).not.toContain("Call again");
    await ok("create_space", { name: "Second" });
    expect((await ok("list_spaces", { pageSize: 1 })).text).toContain("Call again with page 2");
    await ok("delete_space", { spaceId: "second", purge: true });
  });
});

describe("documents", () => {
  test("can be queried immediately after an upload, and are replaced by filename", async () => {
    const input = { spaceId: handbook, filename: "notes.txt", content: "The zebra is called Betelgeuse." };
    const created = await ok("upload_document", input);
    expectMatch(created.data, { created: true, document: { status: "COMPLETED", filename: "notes.txt" } });
    expect(JSON.stringify(created.data)).not.toContain("file:");
    const query = { query: "What is the zebra called?", spaceIds: handbook, topK: 1 };
    expect((await ok("query_spaces", query)).text).toContain("Betelgeuse");
    const content = Buffer.from("The zebra is called Canopus.").toString("base64");
    const replaced = await ok("upload_document", { ...input, content, encoding: "base64" });
    expectMatch(replaced.data, { created: false });
    expect((await ok("query_spaces", query)).text).toContain("Canopus");

    const documentId = string(object(replaced.data.document).id);
    const renamed = await ok("update_document", {
      documentId,
      filename: "zoo.txt",
      metadata: { year: 2026 },
    });
    expectMatch(renamed.data, { document: { filename: "zoo.txt", metadata: { year: 2026 } } });
    const listed = await ok("list_documents", { spaceId: handbook, metadata: { year: 2026 } });
    expectMatch(listed.data, { documents: [{ id: documentId }], pagination: { total: 1 } });
    expectMatch((await ok("list_documents", { spaceId: handbook, status: "failed" })).data, {
      documents: [],
    });
    expectMatch((await ok("delete_document", { documentId, spaceId: handbook })).data, {
      ...{ deleted: true, id: documentId },
    });
    expect(await refused("get_document", { documentId })).toContain("list_documents");
  });

  test("are read in parts", async () => {
    const whole = await ok("get_document", { documentId: guide });
    expectMatch(whole.data, { document: { id: guide, filename: "guide.md" }, text: { nextOffset: null } });
    const { content, totalChars } = object(whole.data.text);
    expect(whole.text).toContain(string(content));
    let read = "";
    for (let offset: unknown = 0; offset !== null; ) {
      const part = await ok("get_document", { documentId: guide, spaceId: handbook, offset, maxChars: 30 });
      const { nextOffset, content } = object(part.data.text);
      read += string(content);
      if (nextOffset !== null) expect(part.text).toContain(`get_document with offset ${nextOffset}`);
      offset = nextOffset;
    }
    expect(read).toBe(string(content));
    expect(await refused("get_document", { documentId: guide, offset: 100_000 })).toContain(`${totalChars}`);
  });

  test("have an outline whose offsets read a section", async () => {
    const { data, text } = await ok("get_outline", { documentId: guide });
    expectMatch(data, { totalHeadings: 3, nextOffset: null });
    expect(text).toContain("- Pelicans");
    const owls = objects(data.headings).find(({ title }) => title === "Owls");
    const section = await ok("get_document", {
      ...{ documentId: guide, offset: owls?.start },
      maxChars: Number(owls?.end) - Number(owls?.start),
    });
    expect(string(object(section.data.text).content)).toContain("Owls sleep by day.");
    expect(string(object(section.data.text).content)).not.toContain("herring");
  });
});

describe("queries", () => {
  test("return document, position and content as text and as data", async () => {
    const { data, text } = await ok("query_spaces", {
      query: "What does Aldebaran eat?",
      spaceIds: [handbook],
    });
    const [best] = objects(data.passages);
    expectMatch(best, {
      ...{ documentId: guide, filename: "guide.md", spaceId: handbook, spaceName: "Handbook" },
      ...{ content: expect.stringContaining("herring"), metadata: { team: "keepers" } },
    });
    expect(text).toContain("### 1. guide.md — Birds\n");
    expect(text).toContain(`document ${guide}`);
    expect(text).toContain("herring");
  });

  test("return the page of a PDF", async () => {
    const content = Buffer.from(smallPdf(["The quokka smiles at visitors"])).toString("base64");
    const pdf = { spaceId: handbook, filename: "q.pdf", content, encoding: "base64" };
    const { id: documentId } = object((await ok("upload_document", pdf)).data.document);
    const { text, data } = await ok("query_spaces", {
      query: "Who smiles at visitors?",
      spaceIds: handbook,
      topK: 1,
    });
    expect(text).toContain("### 1. q.pdf — page 1\n");
    expectMatch(data, { passages: [{ place: { rectangles: [{ page: 1, width: 600, height: 800 }] } }] });
    await ok("delete_document", { documentId });
  });

  test("without a space find the space and its passages", async () => {
    const { data, text } = await ok("smart_query", { query: "What does the pelican Aldebaran eat?" });
    expectMatch(data, { recommendations: [{ spaceId: handbook }], passages: [{ documentId: guide }] });
    expect(text).toContain("herring");
    const spaces = await ok("smart_query", { query: "What does the pelican eat?", search: false });
    expect(Object.keys(spaces.data)).toEqual(["recommendations"]);
    expect(spaces.text).toContain("query_spaces");
    const nothing = await ok("smart_query", { query: "qwertz" });
    expectMatch(nothing.data, { recommendations: [], passages: [] });
    expect(nothing.text).toContain("list_spaces");
  });

  test("can be filtered, and report an empty result", async () => {
    const asked = { query: "pelican", spaceIds: handbook };
    const { data, text } = await ok("query_spaces", { ...asked, metadata: { team: "others" } });
    expectMatch(data, { passages: [], omitted: 0 });
    expect(text).toContain("No passages");
    const filter = { team: { $eq: "keepers" } };
    expect(objects((await ok("query_spaces", { ...asked, filter })).data.passages).length).toBeGreaterThan(0);
  });
});

describe("errors", () => {
  test("name all invalid arguments", async () => {
    const text = await refused("query_spaces", { query: "", spaceIds: handbook, topK: 1000, colour: "red" });
    for (const field of ["/query", "/topK", "/colour"]) expect(text).toContain(field);
    expect(text).toMatch(/^invalid_request: .*call again/s);
    expect(await refused("create_space", {})).toContain("/name is required");
    expect(
      await refused("upload_document", {
        spaceId: handbook,
        filename: "a",
        content: "!",
        encoding: "base64",
      }),
    ).toContain("/content must be valid base64");
  });

  test("for missing resources name the tools that list them", async () => {
    for (const [tool, input] of [
      ["get_space", { spaceId: "nowhere" }],
      ["update_space", { spaceId: "nowhere", name: "x" }],
      ["delete_space", { spaceId: "nowhere" }],
      ["list_documents", { spaceId: "nowhere" }],
      ["upload_document", { spaceId: "nowhere", filename: "a.txt", content: "a" }],
      ["query_spaces", { query: "a", spaceIds: ["nowhere"] }],
      ["get_document", { documentId: "doc_nothing" }],
      ["update_document", { documentId: "doc_nothing", filename: "b" }],
      ["delete_document", { documentId: "doc_nothing" }],
      ["get_outline", { documentId: "doc_nothing" }],
      ["get_document", { documentId: guide, spaceId: "nowhere" }],
    ] as const)
      expect(`${tool} ${await refused(tool, input)}`).toMatch(
        /^\w+ not_found: .*list_spaces.*list_documents/s,
      );
  });

  test("distinguish conflicts and unreadable files", async () => {
    expect(await refused("create_space", { name: "Other", slug: "handbook" })).toMatch(/^conflict: /);
    const broken = {
      spaceId: handbook,
      filename: "a.pdf",
      content: "JVBERi0xLjQKbm90IGEgcGRm",
      encoding: "base64",
    };
    expect(await refused("upload_document", broken)).toMatch(/^invalid_request: /);
  });

  test("for unknown tools are protocol errors", async () => {
    expect(await rejection(assistant.client.callTool({ name: "drop_table" }))).toMatchObject({
      code: -32602,
    });
  });
});
