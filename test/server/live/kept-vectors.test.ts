import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { createStatementRecorder } from "../../support/recorded-statements.ts";

// With pgvector, the vectors of the words' hits come from the process's memory.
describe.skipIf(!hasPostgres())("one of several processes on PostgreSQL with pgvector", () => {
  const recorder = createStatementRecorder();
  let server: TestPostgres;
  let app: InProcessApp;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    server = await startPostgres();
    env = { DATABASE_URL: await server.createDatabase() };
    app = await startApp({ env, statements: recorder });
  }, 120_000);
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });

  const put = (spaceId: string, filename: string, content: string) =>
    app.quarry.documents.upsert({ spaceId, filename, content });
  const ask = async ({ quarry }: InProcessApp, spaceId: string) =>
    (await quarry.query({ query: "grey heron in reeds", spaceIds: spaceId, explain: true })).results.map(
      ({ chunk, similarity, explanation }) => ({ content: chunk.content, similarity, explanation }),
    );

  test("reads vectors once, and compares with the vectors of the current texts", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Herons" });
    for (const word of ["reeds", "water", "trees"])
      await put(space.id, `${word}.md`, `The grey heron stands in the ${word}.`);
    const { statements: first } = await recorder.record(() => ask(app, space.id));
    const { result: before, statements: second } = await recorder.record(() => ask(app, space.id));
    const onVectors = (all: readonly string[]) =>
      all.filter((text) => /embeddings|chunk_vectors/.test(text)).length;
    expect([onVectors(first), onVectors(second)]).toEqual([1, 0]);

    await put(
      space.id,
      "reeds.md",
      "Of herons, grey ones too, a reed knows little and the mud nothing at all.",
    );
    const after = await ask(app, space.id);
    expect(after).not.toEqual(before);
    const other = await startApp({ env });
    expect(await ask(other, space.id)).toEqual(after);
    await other.stop();
  }, 120_000);
});
