import { fileURLToPath } from "node:url";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { OpenDatabase } from "./database.ts";

/** Brings the database's schema up to date with the committed migrations; one process at a time. */
export async function migrateDatabase({ db, exclusively }: OpenDatabase): Promise<void> {
  const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));
  await exclusively("quarry migrations", () =>
    migrate(db as Parameters<typeof migrate>[0], { migrationsFolder }),
  );
}
