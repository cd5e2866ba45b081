import type { OutlineEntry } from "@quarry/core/internal";
import type { Chunking, DocumentStatus, IndexingType, Metadata, ProcessingProgress } from "@quarry/schema";
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
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
  /**
   * How many characters, where they are as many in UTF-16, in which offsets count; null where some take two units. By it
   * a part is cut out here, and not out of the whole text elsewhere.
   */
  plainLength: integer("plain_length").generatedAlwaysAs(
    sql`case when text ~ '[\\U00010000-\\U0010FFFF]' then null else length(text) end`,
  ),
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
