import type { OutlineEntry } from "@quarry/core";
import type {
  AuditAction,
  Chunking,
  DeliveryState,
  DocumentStatus,
  EvaluationFigures,
  EvaluationQuery,
  EvaluationQueryResult,
  EventType,
  IndexingType,
  KeyRateLimit,
  Metadata,
  Permission,
  ProcessingProgress,
  Tier,
} from "@quarry/schema";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Actor } from "../caller.ts";

/** A point in time, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Raw bytes. */
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

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

const orgId = () =>
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

/** What all processes on this database must know, and nobody else. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/** Spaces: containers of documents. */
export const spaces = pgTable(
  "spaces",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    icon: text("icon").notNull(),
    description: text("description").notNull(),
    isArchived: boolean("is_archived").notNull(),
    archivedAt: instant("archived_at"),
    metadata: jsonb("metadata").$type<Metadata>().notNull(),
    /** How its documents are cut into chunks; null is the default. */
    chunking: jsonb("chunking").$type<Chunking>(),
    /** Weight of vectors beside words; null is what suits the embedder. */
    vectorWeight: doublePrecision("vector_weight"),
    /**
     * While an archive is being read into it, which nobody sees: until when whoever reads it has said to be alive.
     * Then it is archived as well.
     */
    importingUntil: instant("importing_until"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("spaces_org_slug").on(table.orgId, table.slug),
    index("spaces_org_created").on(table.orgId, table.createdAt, table.id),
    index("spaces_importing").on(table.importingUntil).where(sql`importing_until is not null`),
  ],
);

/** Documents; one row a (space, filename). `generation` rises with every change of the text. */
export const documents = pgTable(
  "documents",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    spaceId: text("space_id")
      .notNull()
      .references(() => spaces.id, { onDelete: "cascade" }),
    filename: text("filename").notNull(),
    mimeType: text("mime_type").notNull(),
    declaredMimeType: text("declared_mime_type"),
    fileSize: integer("file_size").notNull(),
    blobKey: text("blob_key").notNull(),
    storageUrl: text("storage_url").notNull(),
    contentHash: text("content_hash").notNull(),
    title: text("title"),
    status: text("status").$type<DocumentStatus>().notNull(),
    errorMessage: text("error_message"),
    embeddingModel: text("embedding_model").notNull(),
    indexingType: text("indexing_type").$type<IndexingType>().notNull(),
    generation: integer("generation").notNull(),
    chunkCount: integer("chunk_count").notNull(),
    metadata: jsonb("metadata").$type<Metadata>().notNull(),
    /** How its chunks were cut, as {@link spaces} has it. Where its space says otherwise, a job is there to follow. */
    chunking: jsonb("chunking").$type<Chunking>(),
    /** How far the worker is; null while none is at it. */
    progress: jsonb("progress").$type<ProcessingProgress>(),
    /** What a reader of the text should know. */
    warnings: jsonb("warnings").$type<readonly string[]>().notNull().default([]),
    /** When it was last told that the tier's retention will erase it. */
    expiryToldAt: instant("expiry_told_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("documents_space_filename").on(table.spaceId, table.filename),
    index("documents_space_created").on(table.spaceId, table.createdAt, table.id),
    index("documents_metadata").using("gin", table.metadata.op("jsonb_path_ops")),
    // For finding those that have vectors of another model than new ones get.
    index("documents_model").on(table.embeddingModel, table.id).where(sql`generation > 0`),
  ],
);

const documentId = () =>
  text("document_id")
    .notNull()
    .references(() => documents.id, { onDelete: "cascade" });

/** The extracted text of each processed document. */
export const documentTexts = pgTable("document_texts", {
  documentId: documentId().primaryKey(),
  orgId: text("org_id").notNull(),
  text: text("text").notNull(),
  /** Its headings in order. */
  outline: jsonb("outline").$type<readonly OutlineEntry[]>().notNull().default([]),
});

/** Passages. A chunk whose text is unchanged keeps its id over edits of its document. */
export const chunks = pgTable(
  "chunks",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    documentId: documentId(),
    generation: integer("generation").notNull(),
    chunkIndex: integer("chunk_index").notNull(),
    content: text("content").notNull(),
    /** What its rows need to be read, e.g. a table's header; empty for prose. */
    context: text("context").notNull(),
    /** Content address of its embedding: SHA-256 of the normalised text that was embedded. */
    embeddingHash: text("embedding_hash").notNull(),
    metadata: jsonb("metadata").$type<Metadata>().notNull(),
  },
  (table) => [index("chunks_document_index").on(table.documentId, table.chunkIndex)],
);

/**
 * The embedding models in use; in ordinary times one, which is `writing`. Every document that has been processed has
 * vectors of one that is `writing` or `leaving`.
 * - `filling`: the next one. Its vectors are being made; no document has them yet.
 * - `writing`: new documents get its vectors. There is always one.
 * - `leaving`: documents still have its vectors, until they switch to those of the one that is `writing`.
 */
export const embeddingModels = pgTable("embedding_models", {
  model: text("model").primaryKey(),
  state: text("state").$type<ModelState>().notNull(),
});

/** What an embedding model is used for. */
export type ModelState = "filling" | "writing" | "leaving";

/**
 * Every embedding that was paid for, by content. Little-endian float32; empty for a text that the provider refuses,
 * which is found by its words alone.
 */
export const embeddings = pgTable(
  "embeddings",
  {
    orgId: orgId(),
    model: text("model").notNull(),
    hash: text("hash").notNull(),
    vector: bytea("vector").notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.model, table.hash] })],
);

/**
 * Work on documents: to process those that are neither COMPLETED nor FAILED, and to cut COMPLETED ones anew. A lease that
 * ran out makes a job claimable again.
 */
export const jobs = pgTable(
  "jobs",
  {
    documentId: documentId().primaryKey(),
    orgId: text("org_id").notNull(),
    /** Cutting anew comes after all processing of the organization: the old chunks serve meanwhile. */
    kind: text("kind").$type<"process" | "rechunk">().notNull().default("process"),
    attempts: integer("attempts").notNull(),
    runAt: instant("run_at").notNull(),
    /** Place in the queue: when it came, and later for large files, so that small ones need not wait behind them. */
    queueAt: instant("queue_at").notNull().defaultNow(),
    /** Whether it takes so little that a worker may do it together with others. */
    isBrief: boolean("is_brief").notNull().default(false),
    /** Fences late workers: only the holder of the current token may finish the job. */
    leaseToken: text("lease_token"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("jobs_run_at").on(table.runAt),
    index("jobs_org_queue").on(table.orgId, table.kind, table.queueAt),
    index("jobs_leased").on(table.orgId).where(sql`lease_token is not null`),
  ],
);

/**
 * Changes that a vector store outside this database has yet to confirm: each says what to bring up to date, not how. A
 * row is written in the transaction of the change itself, so that no crash and no outage loses one.
 */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: text("org_id").notNull(),
    /** A document whose vectors are to be as its row says, or a space whose vectors are to go. */
    subject: text("subject").$type<"document" | "space">().notNull(),
    subjectId: text("subject_id").notNull(),
    /** Not before: until then whoever made the change is at it. */
    runAt: instant("run_at").notNull(),
  },
  (table) => [index("outbox_run_at").on(table.runAt), index("outbox_subject").on(table.subjectId)],
);

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

/** Golden queries: questions of a space with the documents that answer them. */
export const evaluations = pgTable(
  "evaluations",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    spaceId: text("space_id")
      .notNull()
      .references(() => spaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    queries: jsonb("queries").$type<EvaluationQuery[]>().notNull(),
    /** For lists, which do not read the queries. */
    queryCount: integer("query_count").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("evaluations_space_name").on(table.spaceId, table.name),
    index("evaluations_space_created").on(table.spaceId, table.createdAt, table.id),
  ],
);

/** What an evaluation's queries were answered with at some time. */
export const evaluationRuns = pgTable(
  "evaluation_runs",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    evaluationId: text("evaluation_id")
      .notNull()
      .references(() => evaluations.id, { onDelete: "cascade" }),
    figures: jsonb("figures").$type<EvaluationFigures>().notNull(),
    /** One by one; lists do not read them. */
    queries: jsonb("queries").$type<EvaluationQueryResult[]>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("evaluation_runs_created").on(table.evaluationId, table.createdAt, table.id)],
);

/** Which adapter keeps each derived index of this database, and whether it holds what the database holds. */
export const derivedIndexes = pgTable("derived_indexes", {
  kind: text("kind").$type<"lexical" | "vectors">().primaryKey(),
  name: text("name").notNull(),
  isFilled: boolean("is_filled").notNull(),
});
