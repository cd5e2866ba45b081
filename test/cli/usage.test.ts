import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { runQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";

let server: RunningServer;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "quarry-usage-"));
  const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  await quarry.spaces.create({ name: "Zoo" });
  await quarry.documents.upsert({ spaceId: "zoo", filename: "otter.md", content: "The otter sleeps." });
}, 90_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const usage = (...args: string[]) =>
  runQuarry(["usage", ...args], {
    cwd: folder,
    env: { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder },
  });

test("usage shows the days as a table and as JSON", async () => {
  const table = await usage("--days", "2");
  expect([table.code, table.stderr]).toEqual([0, ""]);
  expect(table.stdout).toMatch(
    /^DAY +CALLS +DOCUMENTS +FILES\n\d{4}-\d\d-\d\d +0 +- +-\n\d{4}-\d\d-\d\d +\d+ +1 +0\.0 MB\n$/,
  );
  const { days } = JSON.parse((await usage("--json")).stdout);
  expect([days.length, days.at(-1).storageBytes]).toEqual([30, 17]);
  const wrong = await usage("--days", "401");
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining("--days must be an integer from 1 to 400"),
  ]);
});
