import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import postgres from "postgres";
import { migrateDatabase } from "../../../server/src/platform/database/migrate.ts";
import { openServerDatabase } from "../../../server/src/platform/database/server.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { type ServerProcess, startProcess, withFolder } from "../../support/server-process.ts";

// Processes that start at the same time on an empty database.

const PROCESSES = 4;
/** Time for all processes to reach the check whether they are the first. A shorter time makes the test weaker, not flaky. */
const HOLD_MS = 3000;
const KEY = `qry_${"s".repeat(43)}`;

describe.skipIf(!hasPostgres())("on an empty PostgreSQL, processes that start at the same time", () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server?.stop());

  test("all serve with the configured root key, and there is one organization", () =>
    withFolder(async (folder) => {
      const url = await server.createDatabase();
      const env = { DATABASE_URL: url, QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: KEY };
      await startAll(env, async (addresses) => expectOneOwner(url, addresses, KEY));
    }));

  test("create one organization also when all check for it at the same time", () =>
    withFolder(async (folder) => {
      const url = await server.createDatabase();
      const env = { DATABASE_URL: url, QUARRY_DATA_DIR: folder, QUARRY_ROOT_KEY: KEY };
      await whileHeld(url, () => startAll(env, async (addresses) => expectOneOwner(url, addresses, KEY)));
    }));

  test("create one root key when none is configured, print it once, and all accept it", () =>
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

/** Starts all processes, passes on their addresses, and stops them. They must not log an error. */
async function startAll(
  env: Readonly<Record<string, string>>,
  task: (addresses: readonly string[]) => Promise<void>,
): Promise<string> {
  const all = Array.from({ length: PROCESSES }, () => startProcess(env));
  try {
    const addresses = await Promise.all(all.map(({ ready }) => ready));
    // A process that failed has an empty address; its exit code is checked below.
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

/** Runs `task` on a migrated database, and locks the organizations for a while. */
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
