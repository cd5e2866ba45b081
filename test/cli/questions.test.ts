import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { runQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";

let server: RunningServer;
let quarry: Quarry;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  folder = await mkdtemp(join(tmpdir(), "quarry-questions-"));
  await quarry.spaces.create({ name: "Zoo" });
  await quarry.documents.upsert({ spaceId: "zoo", filename: "otter.md", content: "The otter sleeps." });
}, 90_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const questions = (...args: string[]) =>
  runQuarry(["questions", ...args], {
    cwd: folder,
    env: { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder },
  });

test("questions says that the log is off, turns it on, and lists and groups what was asked", async () => {
  const off = await questions();
  expect([off.code, off.stderr]).toEqual([
    0,
    expect.stringContaining("quarry questions settings --recording on"),
  ]);
  expect((await questions("settings")).stdout).toBe("recording  off: keeps nothing\nkept for   30 days\n");
  const on = await questions("settings", "--recording", "on", "--keep-days", "7");
  expect(on.stdout).toMatch(/^recording {2}on: keeps .*the text\nkept for {3}7 days\n$/);
  for (const query of ["Who sleeps?", "Parking lots?", "Are there the parking lots?"])
    await quarry.query({ query, spaceIds: "zoo" });

  const listed = await questions("list", "--space", "zoo", "--limit", "2");
  expect(listed.stdout).toMatch(/^ASKED +ANSWERED +BEST +RESULTS +MS +CALLER +QUESTION\n/);
  expect(listed.stdout).toMatch(/ no +0\.00 +1 +[\d.]+ +root +Are there the parking lots\?$/m);
  expect(listed.stdout).not.toContain("Who sleeps?");
  const { questions: all } = JSON.parse((await questions("--json")).stdout);
  expect(all.map(({ text }: { text: string }) => text)).toEqual([
    ...["Are there the parking lots?", "Parking lots?", "Who sleeps?"],
  ]);

  const grouped = await questions("unanswered");
  expect(grouped.stdout).toMatch(/^2 +0\.00 +\S+ +Are there the parking lots\?$/m);
  expect(grouped.stdout).toContain("2 questions without a good answer in 1 group\n");
  const none = await questions("unanswered", "--until", "2020-01-01");
  expect([none.code, none.stdout, none.stderr]).toEqual([0, "", "The log has no such question.\n"]);
  const early = await questions("list", "--until", "2020-01-01");
  expect([early.code, early.stdout, early.stderr]).toEqual([0, "", "The log has no such question.\n"]);
});

test.each([
  [["settings", "--recording", "all"], "--recording must be one of off, without_texts, on"],
  [["settings", "--keep-days", "0"], "--keep-days must be an integer from 1 to 365"],
  [["list", "--recording", "on"], "belong to quarry questions settings"],
  [["unanswered", "--limit", "101"], "--limit must be an integer from 1 to 100"],
  [["list", "zoo"], 'Unexpected argument "zoo"'],
])("questions refuses %p", async (args, message) => {
  const { code, stderr } = await questions(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
