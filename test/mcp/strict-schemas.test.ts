import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { toStrictJsonSchema } from "openai/lib/transform";
import { objects, string } from "../contract/reading.ts";
import { type McpApp, startMcpApp } from "./assistant.ts";

/** The keywords of JSON Schema that OpenAI's strict mode takes. */
const KEYWORDS = [
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "enum",
  "description",
];
const BOUNDS = ["minimum", "maximum", "minItems", "maxItems"];

let app: McpApp;
let client: Client;
beforeAll(async () => {
  app = await startMcpApp();
  client = await app.connect(undefined, "data");
}, 120_000);
afterAll(() => app.stop());

test("OpenAI's own conversion to strict mode takes every tool's arguments", async () => {
  const { tools } = await client.listTools();
  const refused = tools.flatMap(({ name, inputSchema }) => {
    try {
      const strict = toStrictJsonSchema(inputSchema as Parameters<typeof toStrictJsonSchema>[0]);
      return unsupported(strict).map((problem) => `${name}: ${problem}`);
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : error}`];
    }
  });
  expect(refused).toEqual([]);
});

/** What strict mode would refuse in a schema: unknown keywords, open objects and properties that are not required. */
function unsupported(schema: object, path = ""): string[] {
  const {
    properties,
    required = [],
    additionalProperties,
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, object>;
    required?: string[];
    additionalProperties?: unknown;
    items?: object;
    anyOf?: object[];
  };
  const unknown = Object.keys(schema).filter((key) => ![...KEYWORDS, ...BOUNDS].includes(key));
  const isOpen = "type" in schema && schema.type === "object" && additionalProperties !== false;
  return [
    ...unknown.map((key) => `${path} has ${key}`),
    ...(isOpen ? [`${path} is open`] : []),
    ...Object.keys(properties ?? {}).flatMap((key) =>
      required.includes(key) ? [] : [`${path}/${key} is optional`],
    ),
    ...Object.entries(properties ?? {}).flatMap(([key, value]) => unsupported(value, `${path}/${key}`)),
    ...(items ? unsupported(items, `${path}/items`) : []),
    ...anyOf.flatMap((variant, at) => unsupported(variant, `${path}/${at}`)),
  ];
}

test("a model in strict mode writes null for what it leaves out, and objects as JSON text", async () => {
  const call = async (name: string, input: Record<string, unknown>) => {
    const { tools } = await client.listTools();
    const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {};
    const nulls = Object.fromEntries(Object.keys(properties).map((key) => [key, null]));
    const result = await client.callTool({ name, arguments: { ...nulls, ...input } });
    expect([name, result.isError ?? false, result.content]).toEqual([name, false, []]);
    return result.structuredContent as Record<string, unknown>;
  };
  const chunking = { maxTokens: 200, overlapTokens: null };
  const created = await call("create_space", { name: "Strict", metadata: '{"kind":"trial"}', chunking });
  const space = created.space as Record<string, unknown>;
  expect(space).toMatchObject({ metadata: { kind: "trial" }, chunking: { maxTokens: 200 } });
  const spaceId = string(space.id);
  const content = "The tern Altair crosses the ocean.";
  for (const year of [2023, 2025])
    await call("upload_document", {
      spaceId,
      filename: `${year}.md`,
      content,
      metadata: JSON.stringify({ year }),
    });
  const asked = { query: "What does Altair cross?", spaceIds: [spaceId] };
  const { passages } = await call("query_spaces", { ...asked, filter: '{"year":{"$gte":2024}}' });
  expect(objects(passages).map(({ filename }) => filename)).toEqual(["2025.md"]);
  await call("update_space", { spaceId, description: "Tried out." });
  const { space: after } = await call("get_space", { spaceId });
  expect(after).toMatchObject({ metadata: { kind: "trial" }, chunking: { maxTokens: 200 } });
});

test("JSON text that is no object is refused by name", async () => {
  for (const metadata of ["{", "[]", '"text"']) {
    const { isError, content } = await client.callTool({ name: "list_spaces", arguments: { metadata } });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("/metadata must be a JSON object");
  }
});
