import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { createStatementRecorder } from "../../support/recorded-statements.ts";
import { openAsServer } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";

const recorder = createStatementRecorder();
/** One service is the only writer to its database, the other is not. */
let [alone, shared]: (InProcessApp | undefined)[] = [];
beforeAll(async () => {
  alone = await startApp({ statements: recorder });
  shared = await startApp({
    statements: recorder,
    openDatabase: openAsServer,
  });
}, 120_000);
afterAll(async () => {
  await alone?.stop();
  await shared?.stop();
});

async function statementsOf(app: InProcessApp | undefined, round: "first" | "second"): Promise<string[]> {
  if (!app) throw new Error("not started");
  const { call, quarry } = app;
  const name = `Herons ${round}`;
  const { space } = await quarry.spaces.create({ name, slug: `herons-${round}` });
  const put = (content: string) =>
    quarry.documents.upsert({ spaceId: space.id, filename: "heron.txt", content, metadata: { at: 1 } });
  await put("The heron stands in the reeds.");
  const ask = () =>
    call("POST", "/api/query", { body: { query: "heron reeds", spaceIds: `herons-${round}` } });
  expect((await ask()).text).toContain("stands in the reeds");
  if (round === "first") await put("The heron sleeps in the reeds.");
  const { result, statements } = await recorder.record(ask);
  expect(result.text).toContain(round === "first" ? "sleeps" : "stands");
  // The key is read again every second.
  const ofQuery = statements.filter((statement) => !statement.includes("api_keys"));
  return ofQuery.map((statement) => statement.replaceAll('"', ""));
}

test("the only writer reads nothing to answer from texts that it has written", async () => {
  expect(await statementsOf(alone, "first")).toEqual([]);
  expect(await statementsOf(alone, "second")).toEqual([]);
});

test("a restarted service copies the texts, and then answers without reading them", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-copied-"));
  try {
    const before = await startApp({ dataDir });
    const { space } = await before.quarry.spaces.create({ name: "Herons" });
    const document = { filename: "heron.txt", content: "The heron stands in the reeds." };
    await before.quarry.documents.upsert({ spaceId: space.id, ...document });
    await before.stop();
    const onChunks: string[] = [];
    const logQuery = (statement: string) =>
      void (statement.includes('from "chunks"') && onChunks.push(statement));
    const after = await startApp({ dataDir, statements: { logQuery } });
    try {
      await until("the last page of texts", () => onChunks.length >= 2 || undefined);
      const { results } = await after.quarry.query({ query: "heron reeds", spaceIds: space.id });
      expect(results[0]?.chunk.content).toContain("stands");
      expect(onChunks).toHaveLength(2);
    } finally {
      await after.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);

test("one of several processes looks up the spaces and the live rows", async () => {
  for (const round of ["first", "second"] as const) {
    const statements = await statementsOf(shared, round);
    expect(statements.map((statement) => /from (\w+)/.exec(statement)?.[1])).toEqual(["spaces", "unnest"]);
  }
});

test("metadata is the same from the catalogue and from the database, in the order of its keys too", async () => {
  const metadata = {
    year: 2000,
    "\u{1f9a9}": [{ b: -0, a: 1e21 }],
    tags: ["new"],
    ü: null,
    zz: 0.1,
    at: { town: "Ghent" },
  };
  const answers = [];
  for (const app of [alone, shared]) {
    const { space } = await (app as InProcessApp).quarry.spaces.create({ name: "Ordered" });
    const body = { spaceId: space.id, filename: "a.md", content: "# Birds\n\nThe bittern booms.", metadata };
    const { json } = await (app as InProcessApp).call("PUT", "/api/documents", { body });
    const [result] = (await (app as InProcessApp).quarry.query({ query: "bittern", spaceIds: space.id }))
      .results;
    expect(json.created).toBe(true);
    answers.push(JSON.stringify([result?.document.metadata, result?.metadata]));
  }
  expect(answers[0]).toContain("Birds");
  expect(answers[0]).toBe(answers[1] as string);
});
