import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { MAX_ANSWER_BYTES } from "../../server/src/modules/mcp/answer-size.ts";
import { type Json, object, objects, string } from "../contract/reading.ts";
import { type McpApp, startMcpApp } from "./assistant.ts";

const SECTIONS = 400;

let app: McpApp;
let client: Client;
let spaceId: string;

beforeAll(async () => {
  app = await startMcpApp();
  client = await app.connect();
  const { space } = await app.quarry.spaces.create({ name: "Birds" });
  spaceId = space.id;
  const content =
    "# Care\n\n## Pelicans\n\nThe pelican Aldebaran eats herring 🐟.\n\n## Owls\n\nOwls sleep by day.";
  await app.quarry.documents.upsert({ spaceId, filename: "guide.md", content });
  const sections = Array.from(
    { length: SECTIONS },
    (_, at) => `## Ring ${at}\n\nThe heron with ring ${at} nests in "reed bed" ${at} — 葦の中に巣を作る。`,
  );
  await app.quarry.documents.upsert({ spaceId, filename: "herons.md", content: sections.join("\n\n") });
}, 120_000);
afterAll(() => app.stop());

/** Calls a tool as ChatGPT's connectors do: exactly one item of text, which is JSON. */
async function call(name: string, input: Json): Promise<Json> {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }));
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  const [only, ...others] = result.content;
  expect({ others, isError: result.isError ?? false }).toEqual({ others: [], isError: false });
  return object(JSON.parse(only?.type === "text" ? only.text : ""));
}

describe("search and fetch", () => {
  test("take one string each", async () => {
    const { tools } = await client.listTools();
    const required = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.required;
    expect([required("search"), required("fetch")]).toEqual([["query"], ["id"]]);
  });

  test("find a passage, and return the document behind its id", async () => {
    const results = objects((await call("search", { query: "What does Aldebaran eat?" })).results);
    const [best] = results;
    expect(Object.keys(best ?? {})).toEqual(["id", "title", "url", "text"]);
    expect(best?.title).toBe("guide.md — Care");
    expect(best?.text).toContain("herring");
    const document = await call("fetch", { id: best?.id });
    expect(Object.keys(document)).toEqual(["id", "title", "text", "url", "metadata"]);
    expect(document).toMatchObject({ id: best?.id, title: "guide.md", metadata: { spaceId } });
    expect(document.text).toContain("Owls sleep by day.");
    expect(Object.keys(object(document.metadata))).not.toContain("next");
  });

  test("return a long document in parts from the passage on, without gaps", async () => {
    const [best] = objects(
      (await call("search", { query: "Where does the heron with ring 100 nest?" })).results,
    );
    let id = string(best?.id);
    let text = "";
    for (let parts = 1; ; parts += 1) {
      const part = await call("fetch", { id });
      text += string(part.text);
      const next = object(part.metadata).next;
      if (next === undefined) {
        expect(parts).toBeGreaterThan(1);
        break;
      }
      id = string(next);
    }
    const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: "herons.md" });
    expect(content.endsWith(text)).toBe(true);
    expect(text).toContain("ring 100");
  });

  test("refuse an id of another form", async () => {
    const { content, isError } = CallToolResultSchema.parse(
      await client.callTool({ name: "fetch", arguments: { id: "https://example.com" } }),
    );
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("/id must be an id from search");
  });
});

test("an answer has one form: text for a model, data for a client that asks for it", async () => {
  const asked = { name: "query_spaces", arguments: { query: "What does Aldebaran eat?", spaceIds: spaceId } };
  const forModel = CallToolResultSchema.parse(await client.callTool(asked));
  expect(forModel.structuredContent).toBeUndefined();
  expect(JSON.stringify(forModel.content)).toContain("herring");
  const program = await app.connect(undefined, "data");
  for (const { outputSchema } of (await program.listTools()).tools)
    expect(Object.keys(outputSchema?.properties ?? {}).length).toBeGreaterThan(0);
  const forProgram = CallToolResultSchema.parse(await program.callTool(asked));
  expect(forProgram.content).toEqual([]);
  expect(JSON.stringify(forProgram.structuredContent)).toContain("herring");
});

test("what quarry upload stores in the metadata is not shown, and survives a change", async () => {
  const quarryUpload = { sha256: "abc", source: "notes" };
  const { document } = await app.quarry.documents.upsert({
    ...{ spaceId, filename: "marked.md", content: "The swift Rigel never lands." },
    metadata: { team: "keepers", quarryUpload },
  });
  const program = await app.connect(undefined, "data");
  const answers = [];
  for (const one of [client, program])
    for (const [name, input] of [
      ["get_document", { documentId: document.id }],
      ["list_documents", { spaceId }],
      ["query_spaces", { query: "Does Rigel land?", spaceIds: spaceId }],
      ["update_document", { documentId: document.id, metadata: { team: "guests" } }],
    ] as const)
      answers.push(JSON.stringify(await one.callTool({ name, arguments: input })));
  for (const answer of answers) {
    expect(answer).toContain("marked.md");
    expect(answer).not.toContain("quarryUpload");
  }
  const { metadata } = await app.quarry.documents.getByFilename({ spaceId, filename: "marked.md" });
  expect(metadata).toEqual({ team: "guests", quarryUpload });
});
