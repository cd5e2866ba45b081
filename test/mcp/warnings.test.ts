import { afterAll, beforeAll, expect, test } from "bun:test";
import { objects } from "../contract/reading.ts";
import { type McpApp, startMcpApp } from "./assistant.ts";

let app: McpApp;
beforeAll(async () => {
  app = await startMcpApp();
}, 90_000);
afterAll(() => app.stop());

test("a list of documents shows what was left out of each", async () => {
  const assistant = await app.assistant();
  const { space } = await app.quarry.spaces.create({ name: "Charts" });
  const chart = '<p>High water.</p><img src="chart.png" width="640" height="480">';
  const uploaded = await app.quarry.documents.upload({
    spaceId: space.id,
    filename: "chart.html",
    content: chart,
  });
  await uploaded.waitUntilReady();
  const { data, text } = await assistant.call("list_documents", { spaceId: space.id });
  expect(objects(data.documents)[0]?.warnings).toEqual(["1 picture was left out."]);
  expect(text).toContain("warnings: 1 picture was left out.");
}, 60_000);
