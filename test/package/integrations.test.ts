import { afterAll, beforeAll, expect, test } from "bun:test";
import { quarryTools } from "@quarry/sdk/ai";
import { QuarryRetriever } from "@quarry/sdk/langchain";
import { asSchema } from "ai";
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
