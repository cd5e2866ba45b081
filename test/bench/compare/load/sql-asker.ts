import postgres from "postgres";
import { openBodyLines } from "./body-lines.ts";
import type { Asker, SqlTarget } from "./job.ts";

/** Opens connections to a PostgreSQL server and runs the target's statement. */
export async function createSqlAsker(target: SqlTarget, connections: number): Promise<Asker> {
  const client = postgres(target.url, {
    max: connections,
    onnotice: () => undefined,
    connection: { ...target.settings },
  });
  const parameters = openBodyLines(target.parameters);
  const decoder = new TextDecoder();
  return {
    async ask(line) {
      const values = JSON.parse(decoder.decode(parameters.at(line))) as string[];
      const rows = await client.unsafe(target.statement, values, { prepare: true });
      if (rows.length === 0 || typeof rows[0]?.content !== "string")
        throw new Error(`The statement found ${rows.length} rows.`);
    },
    rooms: {},
    close: () => client.end(),
  };
}
