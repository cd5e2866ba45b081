import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ISql, Sql } from "postgres";
import { connectTo, startSharedPostgres } from "../support/shared-postgres.ts";

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
