import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import postgres from "postgres";
import { createCaller } from "../../contract/caller.ts";
import { isInstalled, POSTGRES } from "../../support/configurations.ts";
import { until } from "../../support/until.ts";
import { type Process, type Processes, prepareProcesses } from "../processes/processes.ts";

const GATE = 4713;
let processes: Processes;
let sql: postgres.Sql;
let one: Process;
let two: Process;

function create({ server }: Process, key: string, name: string) {
  return createCaller(server)("POST", "/api/spaces", {
    body: { name },
    key: processes.env.QUARRY_ROOT_KEY ?? "",
    headers: { "Idempotency-Key": key },
  });
}

const countOf = async (name: string) =>
  Number((await sql`select count(*) from spaces where name = ${name}`)[0]?.count);

const isWaiting = async () =>
  (await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`).length > 0 || undefined;

describe.skipIf(!isInstalled(POSTGRES))("Idempotency-Keys with several processes", () => {
  beforeAll(async () => {
    processes = await prepareProcesses(POSTGRES);
    [one, two] = [await processes.start(), await processes.start()];
    sql = postgres(processes.env.DATABASE_URL ?? "", { max: 2, onnotice: () => undefined });
    // Spaces whose name starts with "slow" commit only after the gate opens.
    await sql.unsafe(`
      create function wait_at_gate() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$;
      create constraint trigger gate after insert on spaces deferrable initially deferred
        for each row when (new.name like 'slow%') execute function wait_at_gate()`);
  }, 120_000);
  afterAll(async () => {
    await sql?.end({ timeout: 1 });
    await processes?.end();
  }, 120_000);

  test("concurrent calls to all processes run once and return the same response", async () => {
    for (const key of ["a", "b", "c"]) {
      const name = `concurrent ${key}`;
      const send = async (at: number) => {
        for (;;) {
          const reply = await create(at % 2 ? one : two, key, name);
          if (reply.json.code !== "request_in_progress") return reply;
        }
      };
      const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => send(at)));
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]?.status).toBe(201);
      expect(await countOf(name)).toBe(1);
    }
  });

  test("the outcome is unknown when the database fails during the call, and it is not repeated", async () => {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${GATE})`;
      const answered = create(one, "gone", "slow and gone");
      await until("the insert to wait", isWaiting);
      await tx`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted`;
      expect((await answered).json.code).toBe("unavailable");
    });
    expect((await create(two, "gone", "slow and gone")).json.code).toBe("outcome_unknown");
    expect(await countOf("slow and gone")).toBe(0);
  });

  test("a second process reports a call in progress, and does not repeat it after a kill", async () => {
    let answered: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${GATE})`;
      answered = create(one, "k", "slow").catch((error: unknown) => error);
      await until("the insert to wait", isWaiting);
      expect((await create(two, "k", "slow")).json.code).toBe("request_in_progress");
      await one.server.kill();
      // Its lease has not expired yet.
      expect((await create(two, "k", "slow")).json.code).toBe("request_in_progress");
      await tx`update idempotency_keys set alive_until = now() - interval '1 second'`;
    });
    await answered;
    expect((await create(two, "k", "slow")).json.code).toBe("outcome_unknown");
    // The database had received the commit and completes it.
    await until("the space", async () => (await countOf("slow")) > 0 || undefined);
    expect((await create(two, "k", "slow")).json.code).toBe("outcome_unknown");
    expect(await countOf("slow")).toBe(1);
  });
});
