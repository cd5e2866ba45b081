import { afterAll, beforeAll, expect, test } from "bun:test";
import { quarryTools } from "@quarry/sdk/ai";
import { QuarryRetriever } from "@quarry/sdk/langchain";
import { QuarryRetriever as LlamaRetriever } from "@quarry/sdk/llamaindex";
import { asSchema } from "ai";
import type { QuestionClient } from "../../sdk/src/integrations/find-results.ts";
import { signUp } from "../accounts/browser-session.ts";
import { string } from "../contract/reading.ts";
import { rejection } from "../support/failure.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

const LEAVE = "Employees have thirty days of leave a year.";
const OPTIONS = { toolCallId: "call", messages: [], context: {} };

let app: InProcessApp;
let spaceId: string;
beforeAll(async () => {
  app = await startApp();
  const { quarry } = app;
  const { space } = await quarry.spaces.create({ name: "Handbook", description: "How we work: leave, pay" });
  const { space: other } = await quarry.spaces.create({ name: "Kitchen", description: "Recipes of soups" });
  spaceId = space.id;
  const metadata = { year: 2026 };
  await quarry.documents.upsert({ spaceId, filename: "leave.md", content: LEAVE, metadata });
  await quarry.documents.upsert({ spaceId: other.id, filename: "soup.md", content: "Boil the carrots." });
}, 120_000);
afterAll(() => app.stop());

test.each(["with spaces", "without"])("the retriever returns passages, %s", async (how) => {
  const retriever = new QuarryRetriever({
    quarry: app.quarry,
    spaceIds: how === "without" ? undefined : spaceId,
    search: { topK: 1 },
    tags: ["test"],
  });
  const documents = await retriever.invoke("days of leave");
  expect(documents).toHaveLength(1);
  expect(documents[0]?.pageContent).toBe(LEAVE);
  expect(documents[0]?.metadata).toMatchObject({ filename: "leave.md", spaceId, document: { year: 2026 } });
  expect(retriever.tags).toEqual(["test"]);
});

test("a retrieved document says where it is from, as LangChain's loaders do", async () => {
  const retriever = new QuarryRetriever({ quarry: app.quarry, spaceIds: spaceId });
  const [document] = await retriever.invoke("days of leave");
  const place = { page: null, start: 0, end: LEAVE.length, headings: [], ocr: false };
  expect(document?.metadata).toMatchObject({
    source: "leave.md",
    loc: { start: 0, end: LEAVE.length },
    place,
  });
  const urlOf = () => "https://wiki.example.com/leave";
  const [other] = await new QuarryRetriever({ quarry: app.quarry, spaceIds: spaceId, urlOf }).invoke("leave");
  expect(other?.metadata.url).toBe(urlOf());
});

test("the address of a passage opens the document there, for a person of the organization", async () => {
  const reader = await signUp(app, "reader@example.com");
  const { json } = await reader.call("POST", "/api/api-keys", { name: "agent", level: "write" });
  const quarry = app.quarryWith(string(json.key));
  const { space } = await quarry.spaces.create({ name: "Zoo" });
  const paragraphs = [
    "Owls sleep by day. ".repeat(60),
    "The zebra is called Betelgeuse.",
    "Storks clap. ".repeat(90),
  ];
  const zoo = { spaceId: space.id, filename: "zoo.md", content: paragraphs.join("\n\n") };
  await quarry.documents.upsert(zoo);
  const asked = { quarry, spaceIds: space.id, search: { topK: 1 } };
  const [found] = await new QuarryRetriever(asked).invoke("zebra Betelgeuse");
  const output = await quarryTools(asked).query.execute({ query: "zebra Betelgeuse" }, OPTIONS);
  const [node] = await new LlamaRetriever(asked).retrieve("zebra Betelgeuse");
  const addresses = [
    found?.metadata.url,
    "passages" in output && output.passages[0]?.url,
    node?.node.metadata.url,
  ];
  expect(new Set(addresses).size).toBe(1);
  const { pathname, search, hash } = new URL(string(addresses[0]));
  const { text } = await reader.get(pathname + search);
  expect(hash).toBe("#passage");
  expect(/<mark id="passage">([^<]*)<\/mark>/.exec(text)?.[1]).toBe(found?.pageContent ?? "none");
});

test("signal and timeout of LangChain reach the call, also through a chain", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const query: QuestionClient["query"] = (body, options) => {
    signals.push(options?.signal);
    return app.quarry.query(body, options);
  };
  const quarry = { query, smartQuery: app.quarry.smartQuery };
  const retriever = new QuarryRetriever({ quarry, spaceIds: spaceId, tags: ["test"] });
  const reason = new Error("stopped");
  const signal = AbortSignal.abort(reason);
  expect(await rejection(retriever.invoke("leave", { signal }))).toBe(reason);
  expect(signals).toEqual([signal]);
  const chain = retriever.pipe((documents) => documents.length);
  expect(await chain.invoke("leave", { timeout: 60_000 })).toBe(1);
  expect(signals[1]).toBeInstanceOf(AbortSignal);
  expect(await retriever.invoke("leave")).toHaveLength(1);
  expect(signals[2]).toBeUndefined();
});

test("the model reads passages as text, the application has their places", async () => {
  const tools = quarryTools({ quarry: app.quarry, spaceIds: spaceId });
  const output = await tools.query.execute({ query: "days of leave" }, OPTIONS);
  if (!("passages" in output)) throw new Error("The tool streams its output.");
  const [passage] = output.passages;
  expect(passage?.place).toMatchObject({ page: null, start: 0, end: LEAVE.length });
  const read = await tools.query.toModelOutput?.({ toolCallId: "call", input: { query: "leave" }, output });
  expect(read).toEqual({ type: "text", value: expect.stringContaining(`URL: ${passage?.url}`) });
  expect(JSON.stringify(read)).toContain(`characters 0-${LEAVE.length}`);
});

test("the model reads why there are no passages", async () => {
  const search = { filter: { year: 1999 } };
  const tools = quarryTools({ quarry: app.quarry, spaceIds: spaceId, search });
  const asked = { query: "days of leave" };
  const { noResults } = await app.quarry.query({ ...search, ...asked, spaceIds: spaceId });
  const input = { query: asked.query };
  const query = await tools.query.execute(input, OPTIONS);
  const smart = await tools.smartQuery.execute(input, OPTIONS);
  if (!("passages" in query) || !("passages" in smart)) throw new Error("The tools stream their output.");
  const read = [
    await tools.query.toModelOutput?.({ toolCallId: "call", input, output: query }),
    await tools.smartQuery.toModelOutput?.({ toolCallId: "call", input, output: smart }),
  ];
  for (const text of read)
    expect(text).toEqual({
      type: "text",
      value: expect.stringContaining(`No passages found. ${noResults?.message}`),
    });
});

test("the query tool searches only the application's spaces, not the model's", async () => {
  const tools = quarryTools({ quarry: app.quarry, spaceIds: spaceId });
  const answer = await tools.query.execute({ query: "carrots or leave", spaceIds: ["kitchen"] }, OPTIONS);
  expect(answer).toMatchObject({ passages: [{ content: LEAVE, spaceId }] });
  const schema = await asSchema(tools.query.inputSchema).jsonSchema;
  expect(schema).toMatchObject({ required: ["query"] });
});

test("without the application's spaces the model names spaces from the smart query", async () => {
  const tools = quarryTools({ quarry: app.quarry });
  const advice = await tools.smartQuery.execute({ query: "how many days of leave" }, OPTIONS);
  expect(advice).toMatchObject({ spaces: [{ spaceId, name: "Handbook" }], passages: [{ content: LEAVE }] });
  const answer = await tools.query.execute({ query: "days of leave", spaceIds: [spaceId] }, OPTIONS);
  expect(answer).toMatchObject({ passages: [{ filename: "leave.md" }] });
  const schema = await asSchema(tools.query.inputSchema).jsonSchema;
  expect(schema).toMatchObject({ required: ["query", "spaceIds"] });
});
