import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql as statement } from "drizzle-orm";
import type { ISql, Sql } from "postgres";
import { quietLog } from "../support/quiet-log.ts";
import { connectTo, openTestDatabase, startSharedPostgres } from "../support/shared-postgres.ts";

// The driver sends up to a hundred statements ahead on a connection. A transaction that begins on a crowded connection
// must still have it alone.

describe("transactions on a crowded connection", () => {
  let client: Sql;
  beforeAll(async () => {
    await startSharedPostgres();
    client = connectTo("template1")({ max: 1 });
    await client`create temp table written (number int, "outerTransaction" text)`;
  });
  afterAll(() => client?.end({ timeout: 1 }));

  /** Stores the transaction that the statement found itself in: null on its own, as it then has no number yet. */
  const insert = (sql: ISql, number: number) =>
    sql`insert into written select ${number}::int, pg_current_xact_id_if_assigned()::text`;

  async function expectAlone(count: number): Promise<void> {
    await client`truncate written`;
    // `execute` sends now; the driver would otherwise wait for someone to await the result.
    const insertAll = () => Array.from({ length: count }, (_, at) => insert(client, at).execute());
    const work = [
      ...insertAll(),
      ...Array.from({ length: 3 }, () =>
        client.begin(async (transaction) => {
          await insert(transaction, -1);
          await insert(transaction, -1);
        }),
      ),
      ...insertAll(),
    ];
    const failed = (await Promise.allSettled(work)).filter(({ status }) => status === "rejected");
    expect(failed).toEqual([]);
    const rows = await client<{ number: number; outerTransaction: string | null }[]>`select * from written`;
    const outside = rows.filter(({ number }) => number >= 0);
    expect(outside).toHaveLength(2 * count);
    expect(outside.filter(({ outerTransaction }) => outerTransaction !== null)).toEqual([]);
    expect(rows.filter(({ number }) => number < 0)).toHaveLength(6);
  }

  test("have it alone between 1 to 250 plain inserts on each side", async () => {
    for (let count = 1; count <= 250; count += 1) await expectAlone(count);
  });

  test("a transaction that begins behind a full socket", async () => {
    await client`truncate written`;
    const long = "x".repeat(4_000_000);
    const work = [
      ...Array.from({ length: 3 }, () => client`select length(${long}::text)`.execute()),
      client.begin(async (transaction) => {
        await insert(transaction, -1);
        await Bun.sleep(20);
        await insert(transaction, -1);
      }),
      ...Array.from({ length: 3 }, (_, at) => insert(client, at).execute()),
    ];
    await Promise.all(work);
    const rows = await client<{ outerTransaction: string | null }[]>`select * from written where number >= 0`;
    expect(rows.map(({ outerTransaction }) => outerTransaction)).toEqual([null, null, null]);
  });
});

describe("a connection that is left inside of a transaction", () => {
  let client: Sql;
  let warnings = 0;
  beforeAll(async () => {
    await startSharedPostgres();
    const onunclean = () => {
      warnings += 1;
    };
    client = connectTo("template1")({ max: 1, onunclean });
  });
  beforeEach(() => {
    warnings = 0;
  });
  afterAll(() => client?.end({ timeout: 1 }));

  /** The process behind the connection, and whether each statement has a transaction of its own. */
  async function look() {
    const one = () => client`select pg_current_xact_id()::text as transaction, pg_backend_pid() as pid`;
    const [[first], [second]] = [await one(), await one()];
    return { pid: second?.pid, isAlone: first?.transaction !== second?.transaction };
  }

  test("is closed with what was sent behind, and the next statement is outside", async () => {
    const before = await look();
    const behind = [client`begin`.execute(), client`select 1`.execute(), client`select 2`.execute()];
    const [begun, ...others] = await Promise.allSettled(behind);
    expect(begun?.status).toBe("fulfilled");
    for (const other of others) expect(other).toMatchObject({ reason: { code: "CONNECTION_CLOSED" } });
    const after = await look();
    expect(after.isAlone).toBe(true);
    expect(after.pid).not.toBe(before.pid);
    expect(warnings).toBe(1);
  });

  test("is closed when it is released", async () => {
    const before = await look();
    const reserved = await client.reserve();
    await reserved`begin`;
    await reserved`select 1`;
    expect(warnings).toBe(0);
    reserved.release();
    const after = await look();
    expect(after.isAlone).toBe(true);
    expect(after.pid).not.toBe(before.pid);
    expect(warnings).toBe(1);
  });

  test("is kept when it is released after its transaction", async () => {
    const before = await look();
    const reserved = await client.reserve();
    await reserved`begin`;
    await reserved`commit`;
    reserved.release();
    await client.begin((transaction) => transaction`select 1`);
    expect((await look()).pid).toBe(before.pid);
    expect(warnings).toBe(0);
  });

  test("is closed by the service with a warning that contains no statement", async () => {
    const logged: unknown[] = [];
    const log = { ...quietLog, warn: (...entry: unknown[]) => void logged.push(entry) };
    const database = await openTestDatabase({ log });
    try {
      for (const db of [database.db, database.lookups])
        await db.execute(statement`begin -- secret`).catch(() => undefined);
      const transactions = new Set<unknown>();
      for (let count = 0; count < 20; count += 1) {
        const [row] = await database.db.execute(statement`select pg_current_xact_id()::text as id`);
        transactions.add(row?.id);
      }
      expect(transactions.size).toBe(20);
      expect(logged).toEqual(Array(2).fill([expect.stringContaining("inside of a transaction")]));
      expect(JSON.stringify(logged)).not.toContain("secret");
    } finally {
      await database.close();
    }
  });
});
