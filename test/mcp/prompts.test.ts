import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { rejection } from "../support/failure.ts";
import { type McpApp, startMcpApp } from "./assistant.ts";

let app: McpApp;
let client: Client;
beforeAll(async () => {
  app = await startMcpApp();
  client = await app.connect();
}, 120_000);
afterAll(() => app.stop());

test("two prompts: answer with citations, and find the right space", async () => {
  const { prompts } = await client.listPrompts();
  expect(
    prompts.map(({ name, arguments: asked }) => [name, asked?.map((one) => [one.name, one.required])]),
  ).toEqual([
    [
      "answer_with_citations",
      [
        ["question", true],
        ["space", false],
      ],
    ],
    ["find_space", [["topic", true]]],
  ]);
});

test("a prompt is filled in, and names only tools that exist", async () => {
  const { tools } = await client.listTools();
  for (const [name, args, tool] of [
    ["answer_with_citations", { question: "Who eats herring?" }, "smart_query"],
    ["answer_with_citations", { question: "Who eats herring?", space: "birds" }, "query_spaces"],
    ["answer_with_citations", { question: "Who eats herring?", space: "" }, "smart_query"],
    ["find_space", { topic: "Who eats herring?" }, "list_spaces"],
  ] as const) {
    const { messages } = await client.getPrompt({ name, arguments: args });
    const text = messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
    expect(text).toContain("Who eats herring?");
    expect(text).toContain(tool);
    const named = text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];
    expect(named.filter((word) => !tools.some((one) => one.name === word))).toEqual([]);
  }
});

test.each([
  ["an unknown prompt", "sing", {}, "prompts/list"],
  ["a missing argument", "find_space", {}, "needs the argument topic"],
  ["an unknown argument", "find_space", { topic: "a", color: "red" }, "color"],
  ["a long argument", "find_space", { topic: "a".repeat(5000) }, "at most 4000"],
])("%s is refused", async (_what, name, args: Record<string, string>, text) => {
  const problem = await rejection(client.getPrompt({ name, arguments: args }));
  expect(problem).toMatchObject({ code: -32602 });
  expect(String(problem)).toContain(text);
});

test("a key sees the prompts whose tools it may call", async () => {
  const { key } = await app.quarry.apiKeys.create({ name: "writer", permissions: ["documents:write"] });
  expect((await (await app.connect(key)).listPrompts()).prompts).toEqual([]);
});
