import { join } from "node:path";
import postgres from "postgres";

/** Runs a task in the embedded database of a running server, over a connection of its own. */
export async function inEmbeddedDatabase<Result>(
  dataDir: string,
  task: (sql: postgres.Sql) => PromiseLike<Result>,
): Promise<Result> {
  const path = join(dataDir, "postgres", "data", ".s.PGSQL.5432");
  const sql = postgres({ path, database: "postgres", username: "quarry", max: 1, onnotice: () => undefined });
  try {
    return await task(sql);
  } finally {
    await sql.end();
  }
}
