import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import postgres from "postgres";
import { migrateDatabase } from "../../../server/src/platform/database/migrate.ts";
import { openServerDatabase } from "../../../server/src/platform/database/server.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { type ServerProcess, startProcess, withFolder } from "../../support/server-process.ts";

// Processes that start at the same moment on a database where nothing is yet.

const PROCESSES = 4;
/** In this time all come to where they look whether they are the first. Too short a time only makes it easier. */
const HOLD_MS = 3000;
const KEY = `qry_${"s".repeat(43)}`;

describe.skipIf(!hasPostgres())("on an empty PostgreSQL, processes that start at the same moment", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server?.stop());

  test("all serve, with the given root key, and there is one organization", () =>
    withFolder(async (folder) => {
      const url = await server.createDatabase();
      const env = { DATABASE_URL: url, QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: KEY };
      await startAll(env, async (addresses) => expectOneOwner(url, addresses, KEY));
    }));

  test("the same when all look at the same moment whether there is an organization", () =>
    withFolder(async (folder) => {
      const url = await server.createDatabase();
      const env = { DATABASE_URL: url, QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: KEY };
      await whileHeld(url, () => startAll(env, async (addresses) => expectOneOwner(url, addresses, KEY)));
    }));

  test("make one root key where none is given, show it once, and all take it", () =>
    withFolder(async (folder) => {
      const url = await server.createDatabase();
      const printed = await whileHeld(url, () =>
        startAll({ DATABASE_URL: url, QUARRY_DATA_DIR: folder }, async (addresses) =>
          expectOneOwner(url, addresses, (await Bun.file(`${folder}/root-key`).text()).trim()),
        ),
      );
      expect(printed.match(/root key\s+qry_/g)).toHaveLength(1);
    }));
});

/** Starts them all, hands their addresses on, and stops them; they must have had nothing to complain about. */
async function startAll(
  env: Readonly<Record<string, string>>,
  task: (addresses: readonly string[]) => Promise<void>,
): Promise<string> {
  const all = Array.from({ length: PROCESSES }, () => startProcess(env));
  try {
    const addresses = await Promise.all(all.map(({ ready }) => ready));
    // Those that did not come so far have an empty one; how they ended is looked at below.
    if (addresses.every((address) => address !== "")) await task(addresses);
  } finally {
    for (const { signal } of all) signal("SIGTERM");
  }
  const ends = await Promise.all(all.map(endOf));
  expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    all.map(() => ({ code: 0, stderr: "" })),
  );
  return ends.map(({ stdout }) => stdout).join("");
}

/** Runs `task` on a database that has its tables, and lets nobody look at the organizations for a while. */
async function whileHeld<Result>(url: string, task: () => Promise<Result>): Promise<Result> {
  const database = await openServerDatabase(url);
  await migrateDatabase(database);
  await database.close();
  const sql = postgres(url, { max: 1 });
  try {
    const held = sql.begin(async (tx) => {
      await tx`lock table organizations in access exclusive mode`;
      await Bun.sleep(HOLD_MS);
    });
    const [result] = await Promise.all([task(), held]);
    return result;
  } finally {
    await sql.end();
  }
}

async function expectOneOwner(url: string, addresses: readonly string[], key: string): Promise<void> {
  const headers = { "Svc-Api-Key": key };
  for (const address of addresses)
    expect((await fetch(`${address}/api/spaces`, { headers })).status).toBe(200);
  const sql = postgres(url, { max: 1 });
  try {
    expect(await sql`select name, tier from organizations`).toHaveLength(1);
    expect(await sql`select name from api_keys`).toHaveLength(1);
  } finally {
    await sql.end();
  }
}

async function endOf({ exited, stdout, stderr }: ServerProcess) {
  const [code, out, problems] = await Promise.all([exited, stdout, stderr]);
  return { code, stdout: out, stderr: problems };
}
