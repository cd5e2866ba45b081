import type { DeliveryState, EventType } from "@quarry/schema";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { orgId } from "./organization-tables.ts";

/** How far an organization's events are; locked until the commit, so that numbers become visible in their order. */
export const eventLogs = pgTable("event_logs", {
  orgId: orgId().primaryKey(),
  lastId: bigint("last_id", { mode: "number" }).notNull(),
  /** The last event that was deleted for its age. */
  prunedId: bigint("pruned_id", { mode: "number" }).notNull().default(0),
});

/** What happened, numbered within the organization; a row is written in the transaction of the change itself. */
export const events = pgTable(
  "events",
  {
    orgId: orgId(),
    id: bigint("id", { mode: "number" }).notNull(),
    type: text("type").$type<EventType>().notNull(),
    /** No reference: events of a space outlive it. */
    spaceId: text("space_id"),
    data: jsonb("data").$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index("events_created").on(table.createdAt),
    index("events_progress").on(table.createdAt).where(sql`type = 'document.progress'`),
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
    /** Null: all but document.progress. */
    events: jsonb("events").$type<EventType[]>(),
    /** Null: everything that happens in the organization. */
    spaceIds: jsonb("space_ids").$type<string[]>(),
    isEnabled: boolean("is_enabled").notNull(),
    disabledReason: text("disabled_reason"),
    /** As it is: to sign, all processes would need the key to it, and they share nothing but this database. */
    secret: text("secret").notNull(),
    previousSecret: text("previous_secret"),
    previousUntil: instant("previous_until"),
    /** The last event that deliveries were made of. */
    cursor: bigint("cursor", { mode: "number" }).notNull(),
    /** Since when no attempt has succeeded. */
    failingSince: instant("failing_since"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("webhooks_org_created").on(table.orgId, table.createdAt, table.id)],
);

/** Events on their way to a webhook. A lease that ran out makes a delivery claimable again. */
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
