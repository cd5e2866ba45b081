import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql as raw } from "drizzle-orm";
import postgres from "postgres";
import { openServerDatabase } from "../../../server/src/platform/database/server.ts";
import { createEventLog } from "../../../server/src/records/events/event-log.ts";
import { createEventSignal } from "../../../server/src/records/events/event-signal.ts";
import { isInstalled, POSTGRES } from "../../support/configurations.ts";
import { type EventReader, readEvents } from "../../support/event-reader.ts";
import { until } from "../../support/until.ts";
import { type Process, type Processes, prepareProcesses } from "../processes/processes.ts";

const GATE = 4712;
let processes: Processes;
let sql: postgres.Sql;
let one: Process;
let two: Process;

async function open({ server }: Process, query = ""): Promise<EventReader> {
  const headers = { "svc-api-key": processes.env.QUARRY_ROOT_KEY ?? "" };
  const reader = readEvents(await fetch(`${server.baseUrl}/api/events?${query}`, { headers }));
  await reader.begun();
  return reader;
}

const namesOf = (reader: EventReader) =>
  reader.events.map((event) => (event.type === "space.created" ? event.data.space.name : event.type));

describe.skipIf(!isInstalled(POSTGRES))("events of several processes on one PostgreSQL", () => {
  beforeAll(async () => {
    processes = await prepareProcesses(POSTGRES);
    [one, two] = [await processes.start(), await processes.start()];
    sql = postgres(processes.env.DATABASE_URL ?? "", { max: 2, onnotice: () => undefined });
  }, 120_000);
  afterAll(async () => {
    await sql?.end({ timeout: 1 });
    await processes?.end();
  }, 120_000);

  test("events follow a transaction that commits late, so that no reader misses its event", async () => {
    const reader = await open(one, "types=space.created");
    await sql.unsafe(`
      create function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(${GATE}); return null; end $$;
      create constraint trigger gate after insert on spaces deferrable initially deferred
        for each row when (new.name = 'slow') execute function wait_at_gate()`);
    let slow: Promise<unknown> = Promise.resolve();
    let quick: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${GATE})`;
      slow = two.quarry.spaces.create({ name: "slow" });
      const waiting = (minimum: number) =>
        until(`${minimum} calls to wait`, async () => {
          const rows = await sql`
            select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
          return rows.length >= minimum || undefined;
        });
      await waiting(1);
      quick = one.quarry.spaces.create({ name: "quick" });
      // Continues when the second call also waits, or when its event arrives first.
      await Promise.race([waiting(2), reader.saw("space.created")]);
    });
    await Promise.all([slow, quick]);
    await one.quarry.spaces.create({ name: "after" });
    await until("the last event", () => namesOf(reader).includes("after") || undefined);
    expect(namesOf(reader)).toEqual(["slow", "quick", "after"]);
    await reader.close();
  }, 120_000);

  test("readers of every process receive the events of many writers without gaps, in the same order", async () => {
    const readers = [await open(one, "types=space.created,space.updated"), await open(two)];
    const { space } = await one.quarry.spaces.create({ name: "begin" });
    const write = async ({ quarry }: Process, writer: number) => {
      for (let round = 0; round < 15; round += 1)
        await quarry.spaces.create({ name: `writer ${writer} ${round}` });
    };
    await Promise.all([one, two, one, two, one, two].map(write));
    await two.quarry.spaces.update(space.id, { name: "end" });
    for (const reader of readers) {
      await reader.saw("space.updated");
      const ids = reader.events.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) + index));
      expect(reader.events).toHaveLength(6 * 15 + 2);
      await reader.close();
    }
  }, 120_000);

  test("a process that hangs before its commit delays the others only for a limited time", async () => {
    const { db, close } = await openServerDatabase(processes.env.DATABASE_URL ?? "");
    const [org] = await db.execute<{ id: string }>(raw`select id from organizations`);
    const log = createEventLog({ clock: { now: Date.now }, signal: createEventSignal() });
    const reader = await open(one, "types=space.created");
    const recorded = Promise.withResolvers<void>();
    const hang = Promise.withResolvers<void>();
    const stuck = db.transaction(async (tx) => {
      await log.record(tx, org?.id ?? "", [{ type: "space.created", data: { space: {} as never } }]);
      recorded.resolve();
      await hang.promise;
    });
    stuck.catch(recorded.reject);
    await recorded.promise;
    await one.quarry.spaces.create({ name: "waits" });
    await reader.saw("space.created");
    expect(namesOf(reader)).toEqual(["waits"]);
    hang.resolve();
    expect(await stuck.catch(() => "rolled back")).toBe("rolled back");
    await reader.close();
    await close();
  }, 120_000);
});
