import { expect, test } from "bun:test";
import { readRows, tablesOf } from "../../server/src/platform/database/table-rows.ts";
import { openTestDatabase } from "../support/shared-postgres.ts";

test("a connection goes on after the rows of a large table were read", async () => {
  const database = await openTestDatabase({ isMigrated: false });
  const sql = database.connect();
  try {
    await sql`create table large as select repeat(md5(i::text), 30) as text from generate_series(1, 2000) i`;
    const tables = await tablesOf(sql);
    expect(tables).toEqual([{ name: "large", columns: ["text"] }]);
    for (let time = 0; time < 3; time += 1)
      for (const table of tables) {
        let bytes = 0;
        for await (const piece of await readRows(sql, table)) bytes += piece.length;
        expect(bytes).toBe(2000 * (30 * 32 + 1));
      }
    expect(await sql`select count(*)::int as rows from large`).toMatchObject([{ rows: 2000 }]);
  } finally {
    await sql.end();
    await database.close();
  }
}, 20_000);
