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

/** Tenants. The rows of almost every other table belong to one. */
export const organizations = pgTable("organizations", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  logo: text("logo"),
  metadata: text("metadata"),
  tier: text("tier").$type<Tier>().notNull(),
  createdAt: instant("created_at").notNull(),
  /** When a worker last claimed one of its jobs. The organization that has waited longest is next. */
  jobTakenAt: timestamp("job_taken_at", { withTimezone: true, mode: "date" }),
});

/** The organization that a row belongs to. Deleting it deletes the row. */
export const orgId = () =>
  text("org_id")
    .notNull()
    .references(() => organizations.id, { onDelete: "cascade" });

/** API keys. Only the SHA-256 of a key is stored. */
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
    /** The spaces that the key can access; null for all. */
    spaceIds: jsonb("space_ids").$type<string[]>(),
    /** The key before the last rotation, which works until `previousUntil`. */
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

/** Actions of people, keys and the operator on the organization itself. Rows outlive their targets. */
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

/** Calls in the current window of a limit, counted across all processes. */
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
 * Idempotency keys, which make sure that a repeated call takes effect once. `answer` is set when the call has ended. When
 * it is null and the lease `aliveUntil` has expired, it is unknown whether the call had an effect.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    orgId: orgId(),
    actorId: text("actor_id").notNull(),
    /** SHA-256 of the key. The answer is encrypted with the key itself, so this row alone cannot decrypt it. */
    keyHash: text("key_hash").notNull(),
    /** SHA-256 of the request. */
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

/** Secrets that all processes on this database share. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});
