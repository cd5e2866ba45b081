import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Quarry } from "@quarry/sdk";
import { sql } from "drizzle-orm";
import { operate } from "../server/operations/operating.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { CONTENTS, type Ids, QUESTIONS } from "./release-content.ts";

const FIXTURES = join(import.meta.dir, "fixtures");

for (const version of await readdir(FIXTURES))
  describe(`from ${version}:`, () => {
    const fixture = (name: string) => join(FIXTURES, version, name);

    test("an exported space is imported with everything in it", async () => {
      const app = await startApp();
      try {
        const { space } = await app.quarry.spaces.import(Bun.file(fixture("space.tar.gz")).stream());
        await expectAnswers(app.quarry, space.id);
        expect(await operate(app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
      } finally {
        await app.stop();
      }
    }, 60_000);

    describe.skipIf(!hasPostgres())("a database on a PostgreSQL server", () => {
      let postgres: TestPostgres;
      let database: string;
      let dataDir: string;
      let app: InProcessApp;

      beforeAll(async () => {
        postgres = await startPostgres();
        dataDir = await mkdtemp(join(tmpdir(), "quarry-upgrade-"));
        database = await postgres.createDatabase();
        const dump = Bun.gunzipSync(await Bun.file(fixture("database.sql.gz")).bytes());
        await run(["psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--output", "/dev/null", database], dump);
        await run(["tar", "-xzf", fixture("blobs.tar.gz"), "-C", dataDir]);
        app = await startApp({ dataDir, env: { DATABASE_URL: database } });
      }, 60_000);
      afterAll(async () => {
        await app?.stop();
        await postgres.stop();
        await rm(dataDir, { recursive: true, force: true });
      });

      test("is upgraded at the start: the same ids, texts, files and answers", async () => {
        const { quarry } = app;
        const { spaceId, documents } = (await Bun.file(fixture("ids.json")).json()) as Ids;
        await expectAnswers(quarry, spaceId);
        for (const [filename, id] of Object.entries(documents)) {
          const document = await quarry.documents.getByFilename({ spaceId, filename });
          expect(document).toMatchObject({ id, status: "COMPLETED" });
          const file = await quarry.documents.file({ spaceId, id });
          expect(await new Response(file.body).text()).toBe(CONTENTS[filename] ?? "");
        }
        expect(await operate(app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
      }, 60_000);

      test("is refused when a later version has changed it", async () => {
        await app.deps.db.execute(
          sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.now() * 2})`,
        );
        const start = startApp({ env: { DATABASE_URL: database } });
        await expect(start).rejects.toThrow(
          "A later version of Quarry has changed the tables of this database.",
        );
      }, 60_000);
    });
  });

async function expectAnswers(quarry: Quarry, spaceId: string): Promise<void> {
  for (const mode of ["lexical", "vector", "hybrid"] as const)
    for (const { query, filename } of QUESTIONS) {
      const { results, degraded } = await quarry.query({ query, spaceIds: spaceId, mode });
      expect([results[0]?.document.filename, degraded]).toEqual([filename, undefined]);
    }
}

async function run(command: string[], input = new Uint8Array()): Promise<void> {
  const child = Bun.spawn(command, { stdin: input, stdout: "ignore", stderr: "pipe" });
  const problem = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${problem}`);
}
