import type { OutlineEntry } from "@quarry/core/internal";
import type {
  Chunking,
  DocumentStatus,
  IndexingType,
  Metadata,
  PassageMetadata,
  ProcessingProgress,
} from "@quarry/schema";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns.ts";
import { orgId } from "./organization-tables.ts";

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
    /** How its documents are split into chunks; null for the default. */
    chunking: jsonb("chunking").$type<Chunking>(),
    /** Weight of vector search relative to lexical search; null for the default of the embedder. */
    vectorWeight: doublePrecision("vector_weight"),
    /** Set while an archive is imported into the space: the end of the importing process's lease. The space is hidden. */
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

/** Files of OpenAI's API, each with an original file of its own: a document that is made from one has a copy. */
export const openAiFiles = pgTable(
  "openai_files",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    /** The key or person that uploaded it. A key that is limited to some spaces sees only its own files. */
    createdBy: text("created_by").notNull(),
    filename: text("filename").notNull(),
    declaredMimeType: text("declared_mime_type"),
    purpose: text("purpose").notNull(),
    fileSize: integer("file_size").notNull(),
    blobKey: text("blob_key").notNull(),
    contentHash: text("content_hash").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("openai_files_org").on(table.orgId, table.id),
    index("openai_files_blob").on(table.blobKey),
  ],
);

/** Documents, one row per (space, filename). Every change of the text increments `generation`. */
export const documents = pgTable(
  "documents",
  {
    id: text("id").primaryKey(),
    orgId: orgId(),
    spaceId: text("space_id")
      .notNull()
      .references(() => spaces.id, { onDelete: "cascade" }),
    filename: text("filename").notNull(),
    /** The archive that the document is a file of. */
    partOf: text("part_of").references((): AnyPgColumn => documents.id, { onDelete: "cascade" }),
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
    /** How its chunks were split. When the space's setting differs, a job exists that splits them again. */
    chunking: jsonb("chunking").$type<Chunking>(),
    /** Progress of the worker; null while no worker processes the document. */
    progress: jsonb("progress").$type<ProcessingProgress>(),
    /** Problems that affect how well the document can be found. */
    warnings: jsonb("warnings").$type<readonly string[]>().notNull().default([]),
    /** When the event `document.expiring` was last recorded for it. */
    expiryToldAt: instant("expiry_told_at"),
    /** The file of OpenAI's API that was attached to the space as this document. */
    openAiFileId: text("openai_file_id").references(() => openAiFiles.id, { onDelete: "set null" }),
    /** The batch of OpenAI's API that attached the file last. */
    openAiBatchId: text("openai_batch_id"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("documents_space_filename").on(table.spaceId, table.filename),
    index("documents_space_created").on(table.spaceId, table.createdAt, table.id),
    // Measures a space without reading its rows.
    index("documents_space_size").on(table.spaceId, table.updatedAt, table.orgId, table.fileSize),
    index("documents_part_of").on(table.partOf).where(sql`part_of is not null`),
    index("documents_metadata").using("gin", table.metadata.op("jsonb_path_ops")),
    // A file is attached to a space once.
    uniqueIndex("documents_openai_file")
      .on(table.openAiFileId, table.spaceId)
      .where(sql`openai_file_id is not null`),
    index("documents_openai_batch").on(table.openAiBatchId).where(sql`openai_batch_id is not null`),
    // Finds documents whose vectors are of a model that is being replaced.
    index("documents_model").on(table.embeddingModel, table.id).where(sql`generation > 0`),
    // Counts failures for the operator.
    index("documents_failed").on(table.orgId).where(sql`status = 'FAILED'`),
  ],
);

const documentId = () =>
  text("document_id")
    .notNull()
    .references(() => documents.id, { onDelete: "cascade" });

/** Small original files, which are committed with their documents. Larger ones are in the blob store. */
export const smallFiles = pgTable("small_files", {
  key: text("key").primaryKey(),
  orgId: text("org_id").notNull(),
  bytes: bytea("bytes").notNull(),
  storedAt: instant("stored_at").notNull(),
});

/** The extracted text of each processed document. */
export const documentTexts = pgTable("document_texts", {
  documentId: documentId().primaryKey(),
  orgId: text("org_id").notNull(),
  text: text("text").notNull(),
  /**
   * Length in characters, if it equals the length in UTF-16 units, in which offsets count; null when some characters take
   * two units. When set, the database can return a part of the text without sending all of it.
   */
  plainLength: integer("plain_length").generatedAlwaysAs(
    sql`case when text ~ '[\\U00010000-\\U0010FFFF]' then null else length(text) end`,
  ),
  /** The headings in order. */
  outline: jsonb("outline").$type<readonly OutlineEntry[]>().notNull().default([]),
});

/** Passages of documents. A chunk keeps its id when its document changes but its own text does not. */
export const chunks = pgTable(
  "chunks",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    documentId: documentId(),
    generation: integer("generation").notNull(),
    chunkIndex: integer("chunk_index").notNull(),
    content: text("content").notNull(),
    /** Text that the content needs to be understood, e.g. a table's header; empty for prose. */
    context: text("context").notNull(),
    /** Content address of its embedding: SHA-256 of the normalized text that was embedded. */
    embeddingHash: text("embedding_hash").notNull(),
    metadata: jsonb("metadata").$type<PassageMetadata>().notNull(),
  },
  (table) => [index("chunks_document_index").on(table.documentId, table.chunkIndex)],
);

/** Why a document is processed: it is new or changed, its space's chunking changed, or a caller asked for it again. */
export type JobKind = "process" | "rechunk" | "reprocess";

/**
 * Background work on documents: processing documents that are neither COMPLETED nor FAILED, and processing COMPLETED ones
 * again. A job whose lease has expired can be claimed again.
 */
export const jobs = pgTable(
  "jobs",
  {
    documentId: documentId().primaryKey(),
    orgId: text("org_id").notNull(),
    /**
     * `rechunk` and `reprocess` jobs are of COMPLETED documents. They run after all `process` jobs of the organization:
     * the old chunks serve in the meantime.
     */
    kind: text("kind").$type<JobKind>().notNull().default("process"),
    attempts: integer("attempts").notNull(),
    runAt: instant("run_at").notNull(),
    /** Position in the queue: the time of arrival, plus a delay for large files so that small ones overtake them. */
    queueAt: instant("queue_at").notNull().defaultNow(),
    /** True for a job so short that a worker may batch it with others. */
    isBrief: boolean("is_brief").notNull().default(false),
    /** Only the holder of the current token may finish the job. This fences off workers whose lease has expired. */
    leaseToken: text("lease_token"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("jobs_run_at").on(table.runAt),
    index("jobs_org_queue").on(table.orgId, table.kind, table.queueAt),
    index("jobs_leased").on(table.orgId).where(sql`lease_token is not null`),
  ],
);
