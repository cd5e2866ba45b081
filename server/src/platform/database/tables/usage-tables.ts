import { bigint, date, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { orgId } from "./organization-tables.ts";

/** What each organization used on a day, in UTC. */
export const usageDays = pgTable(
  "usage_days",
  {
    orgId: orgId(),
    day: date("day", { mode: "string" }).notNull(),
    calls: bigint("calls", { mode: "number" }).notNull().default(0),
    /** At the end of the day; null until then. */
    documents: integer("documents"),
    /** Like `documents`. */
    storageBytes: bigint("storage_bytes", { mode: "number" }),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.day] }),
    // Old days of all organizations.
    index("usage_days_day").on(table.day),
  ],
);
