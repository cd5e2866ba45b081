import type { AuditAction, KeyRateLimit, Permission, Tier } from "@quarry/schema";
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Actor } from "../../access/caller.ts";
import { bytea, instant } from "./columns.ts";

/** Tenants. Every other table's rows belong to one. */
export const organizations = pgTable("organizations", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  logo: text("logo"),
  metadata: text("metadata"),
  tier: text("tier").$type<Tier>().notNull(),
  createdAt: instant("created_at").notNull(),
  /** When a worker last took one of its jobs: whoever has waited longest is next. */
  jobTakenAt: timestamp("job_taken_at", { withTimezone: true, mode: "date" }),
});

/** The organization that a row belongs to, and goes with. */
export const orgId = () =>
  text("org_id")
    .notNull()
    .references(() => organizations.id, { onDelete: "cascade" });

/** API keys; only the SHA-256 of a key is kept. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    hash: text("hash").notNull(),
    permissions: jsonb("permissions").$type<Permission[]>().notNull(),
    rateLimit: jsonb("rate_limit").$type<KeyRateLimit>(),
    /** The only spaces that exist for it; null: all. */
    spaceIds: jsonb("space_ids").$type<string[]>(),
    /** The key from before a rotation, and until when it works. */
    previousHash: text("previous_hash"),
    previousUntil: instant("previous_until"),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.hash),
    uniqueIndex("api_keys_previous_hash").on(table.previousHash),
    index("api_keys_org").on(table.orgId),
  ],
);

/** What people, keys and the operator did to the organization itself; rows outlive what they tell of. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    targetId: text("target_id"),
    details: jsonb("details").$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("audit_log_org_created").on(table.orgId, table.createdAt, table.id)],
);

/** Calls in the current window of a limit, counted for all processes. */
export const callCounts = pgTable(
  "call_counts",
  {
    key: text("key").primaryKey(),
    points: integer("points").notNull(),
    expire: instant("expire"),
  },
  (table) => [index("call_counts_expire").on(table.expire)],
);

/**
 * Calls that their callers gave a key, so that none is done twice. `answer` is there once it is done; where it is not,
 * and the process that was at it no longer says that it is alive, nobody knows whether it was done.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    orgId: orgId(),
    actorId: text("actor_id").notNull(),
    /** SHA-256: without the key itself, the answer cannot be read. */
    keyHash: text("key_hash").notNull(),
    /** SHA-256 of what was asked for. */
    fingerprint: text("fingerprint").notNull(),
    aliveUntil: instant("alive_until").notNull(),
    answer: bytea("answer"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.actorId, table.keyHash] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

/** What all processes on this database must know, and nobody else. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
