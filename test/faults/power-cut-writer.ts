import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sql } from "drizzle-orm";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";

/** Commits rows until killed. Writes the id of the last acknowledged row to a file outside the database's disk. */
const [folder = "", fsync = "", acknowledged = ""] = process.argv.slice(2);
const { db } = await openEmbeddedDatabase(folder, { settings: { fsync } });
await db.execute(sql`create table rows_of_cut (id int primary key, body text)`);
await db.execute(sql`checkpoint`);
// Ensures that everything before the first row is on the disk.
Bun.spawnSync(["sync", "-f", dirname(folder)]);
for (let id = 1; ; id += 1) {
  await db.execute(sql`insert into rows_of_cut values (${id}, repeat('x', 2000))`);
  writeFileSync(acknowledged, String(id));
}
