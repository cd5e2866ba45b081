import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { OpenDatabase } from "./database.ts";

/** Runs the migrations that the database lacks. Only one process runs them at a time. */
export async function migrateDatabase({ db, exclusively }: OpenDatabase): Promise<void> {
  const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));
  await exclusively("quarry migrations", () =>
    migrate(db as Parameters<typeof migrate>[0], { migrationsFolder }),
  );
}
