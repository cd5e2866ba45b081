import { afterAll, beforeAll, expect, test } from "bun:test";
import { resolve } from "node:path";
import { runExample } from "../../example/handbook.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

test("the README's example finds in this repository how to run the tests, and which space to search", async () => {
  const { space, answer, advice } = await runExample(app.quarry, resolve(import.meta.dir, "../../.."));
  expect(
    answer.results
      .slice(0, 3)
      .map((result) => result.chunk.content)
      .join("\n"),
  ).toContain("npm test");
  expect(answer.results[0]?.similarity).toBeGreaterThan(0.3);
  expect(advice.recommendations[0]).toMatchObject({ spaceId: space.id, name: "Handbook" });
});
