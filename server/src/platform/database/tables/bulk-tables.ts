import type { BulkAction, BulkFailure, BulkState, DocumentFilter, Metadata } from "@quarry/schema";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { spaces } from "./document-tables.ts";
import { orgId } from "./organization-tables.ts";

/** Bulk operations: an action on many documents of a space. An unfinished one whose lease has expired can be claimed again. */
export const bulkOperations = pgTable(
  "bulk_operations",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    spaceId: text("space_id")
      .notNull()
      .references(() => spaces.id, { onDelete: "cascade" }),
    /** Its place among the operations of the space, which run one after the other. */
    turn: integer("turn").notNull(),
    action: text("action").$type<BulkAction>().notNull(),
    filter: jsonb("filter").$type<DocumentFilter>(),
    metadata: jsonb("metadata").$type<Metadata>(),
    state: text("state").$type<BulkState>().notNull(),
    total: integer("total").notNull(),
    done: integer("done").notNull(),
    failed: integer("failed").notNull(),
    failures: jsonb("failures").$type<readonly BulkFailure[]>().notNull(),
    /** Attempts since a document was last finished. */
    attempts: integer("attempts").notNull(),
    runAt: instant("run_at").notNull(),
    /** Only the holder of the current token may finish documents of it. */
    leaseToken: text("lease_token"),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("bulk_operations_space_turn").on(table.spaceId, table.turn),
    index("bulk_operations_org_created").on(table.orgId, table.createdAt, table.id),
    index("bulk_operations_open").on(table.runAt).where(sql`finished_at is null`),
  ],
);

/**
 * The documents that a bulk operation still has to change, fixed when it is asked for. A row for each transaction of the
 * operation: a row for each document would take ten times as long to write.
 */
export const bulkBatches = pgTable(
  "bulk_batches",
  {
    operationId: text("operation_id")
      .notNull()
      .references(() => bulkOperations.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    /** Its place among the batches of the operation. */
    number: integer("number").notNull(),
    /** Not references: a document that is gone is still counted. */
    documentIds: text("document_ids").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.number] })],
);
