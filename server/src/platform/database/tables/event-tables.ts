import type { DeliveryState, EventType } from "@quarry/schema";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { orgId } from "./organization-tables.ts";

/** The last event number of each organization. Locked until commit, so that events become visible in number order. */
export const eventLogs = pgTable("event_logs", {
  orgId: orgId().primaryKey(),
  lastId: bigint("last_id", { mode: "number" }).notNull(),
  /** The newest event that was deleted because of its age. */
  prunedId: bigint("pruned_id", { mode: "number" }).notNull().default(0),
});

/** Events, numbered within the organization. A row is written in the transaction of the change. */
export const events = pgTable(
  "events",
  {
    orgId: orgId(),
    id: bigint("id", { mode: "number" }).notNull(),
    type: text("type").$type<EventType>().notNull(),
    /** Not a foreign key: the events of a space outlive it. */
    spaceId: text("space_id"),
    data: jsonb("data").$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index("events_created").on(table.createdAt),
    index("events_progress").on(table.createdAt).where(sql`type = 'document.progress'`),
    // When a document of a space was last deleted.
    index("events_deleted")
      .on(table.orgId, table.spaceId, table.createdAt)
      .where(sql`type = 'document.deleted'`),
    // A document's history among the events of a large organization.
    index("events_document").on(table.orgId, sql`(data -> 'document' ->> 'id')`, table.id),
  ],
);

/** Receivers of events. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    url: text("url").notNull(),
    description: text("description").notNull(),
    /** Null for all except document.progress. */
    events: jsonb("events").$type<EventType[]>(),
    /** Null for all events of the organization. */
    spaceIds: jsonb("space_ids").$type<string[]>(),
    isEnabled: boolean("is_enabled").notNull(),
    disabledReason: text("disabled_reason"),
    /** Stored unencrypted: every process needs it to sign, and they share only this database. */
    secret: text("secret").notNull(),
    previousSecret: text("previous_secret"),
    previousUntil: instant("previous_until"),
    /** The last event that was turned into a delivery. */
    cursor: bigint("cursor", { mode: "number" }).notNull(),
    /** Start of the current series of failed attempts; null after a success. */
    failingSince: instant("failing_since"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("webhooks_org_created").on(table.orgId, table.createdAt, table.id)],
);

/** Deliveries of events to webhooks. A delivery whose lease has expired can be claimed again. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    orgId: text("org_id").notNull(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    eventId: bigint("event_id", { mode: "number" }).notNull(),
    type: text("type").$type<EventType>().notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    attempts: integer("attempts").notNull(),
    runAt: instant("run_at").notNull(),
    leaseToken: text("lease_token"),
    lastStatus: integer("last_status"),
    lastAnswer: text("last_answer"),
    lastProblem: text("last_problem"),
    lastAttemptAt: instant("last_attempt_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.webhookId, table.eventId] }),
    index("webhook_deliveries_due").on(table.webhookId, table.runAt).where(sql`state = 'pending'`),
    index("webhook_deliveries_leased").on(table.webhookId).where(sql`lease_token is not null`),
    index("webhook_deliveries_created").on(table.createdAt),
  ],
);
