import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import postgres from "postgres";
import { POSTGRES } from "../../support/configurations.ts";
import { hasPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { IS_MEMORY, IS_OTHER, type Processes, prepareProcesses, refusalApart } from "./processes.ts";

// The claim on a database is a PostgreSQL lock, which is lost when PostgreSQL stops. Its holders claim it again.

const MEMORY = { QUARRY_VECTOR_STORE: "memory" };
const PGVECTOR = { QUARRY_VECTOR_STORE: "pgvector" };
const FEW_SECONDS_MS = 5000;

describe.skipIf(!hasPostgres())("after a restart of PostgreSQL", () => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await prepareProcesses(POSTGRES);
  }, 120_000);
  afterEach(() => processes.stopAll());
  afterAll(() => processes?.end(), 30_000);

  /** Waits until `count` processes hold the lock. */
  async function held(count: number): Promise<void> {
    const sql = postgres(processes.env.DATABASE_URL ?? "", { max: 1 });
    const look = async () => {
      const locks = await sql`
        select 1 from pg_locks where locktype = 'advisory' and granted
          and objid = (hashtext('quarry indexes')::bigint & 4294967295)::oid`;
      return locks.length === count || undefined;
    };
    await until(`${count} to hold the lock`, look, FEW_SECONDS_MS).finally(() => sql.end());
  }

  for (const [name, store, count, other, refusal] of [
    ["two processes with pgvector claim", PGVECTOR, 2, MEMORY, IS_MEMORY],
    ["one process in memory claims", MEMORY, 1, PGVECTOR, IS_OTHER],
  ] as const)
    test(`${name} the database again, and another store is rejected`, async () => {
      const services = [];
      while (services.length < count) services.push(await processes.start(store));
      await held(count);
      await processes.surroundings.postgres?.kill();
      await processes.surroundings.postgres?.restart();
      await held(count);
      expect(await refusalApart(processes, other)).toBe(refusal);
      for (const { quarry } of services) await quarry.spaces.create({ name });
    }, 120_000);
});
