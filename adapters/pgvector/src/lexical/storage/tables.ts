import { type SQL, sql } from "drizzle-orm";
import type { SqlDatabase } from "../../sql/transactions.ts";
import { lexicalWriting } from "./lexical-database.ts";

/**
 * Tables of the index. A segment is immutable and only ever replaced by a merge. Its postings are stored in pages
 * sorted by key, long ones in rows of their own. Documents and chunks are not part of segments, so merges do not
 * rewrite them. Bytes are stored uncompressed, because they do not compress.
 */
const TABLES: readonly SQL[] = [
  sql`create sequence lexical_numbers`,
  sql`create table lexical_segments (
    org_id text not null,
    segment_id bigint not null,
    space_id text not null,
    chunk_count integer not null,
    header bytea not null,
    primary key (org_id, segment_id)
  )`,
  sql`alter table lexical_segments alter column header set storage external`,
  sql`create index lexical_segments_space on lexical_segments (org_id, space_id)`,
  sql`create table lexical_pages (
    org_id text not null,
    segment_id bigint not null,
    page integer not null,
    bytes bytea not null,
    primary key (org_id, segment_id, page)
  )`,
  sql`alter table lexical_pages alter column bytes set storage external`,
  sql`create table lexical_lists (
    org_id text not null,
    segment_id bigint not null,
    key bigint not null,
    bytes bytea not null,
    primary key (org_id, segment_id, key)
  )`,
  sql`alter table lexical_lists alter column bytes set storage external`,
  sql`create table lexical_dead (
    org_id text not null,
    space_id text not null,
    write_no bigint not null,
    primary key (org_id, space_id, write_no)
  )`,
  sql`create table lexical_chunks (
    org_id text not null,
    write_no bigint not null,
    ordinal integer not null,
    id text not null,
    words bytea not null,
    primary key (org_id, write_no, ordinal)
  )`,
  sql`alter table lexical_chunks alter column words set storage external`,
  sql`create table lexical_documents (
    org_id text not null,
    write_no bigint not null,
    space_id text not null,
    document_id text not null,
    generation integer not null,
    version smallint not null,
    chunk_count integer not null,
    metadata jsonb not null,
    primary key (org_id, write_no)
  )`,
  sql`create index lexical_documents_space on lexical_documents (org_id, space_id)`,
  sql`create index lexical_documents_document on lexical_documents (org_id, document_id)`,
  sql`create index lexical_documents_metadata on lexical_documents using gin (metadata jsonb_path_ops)`,
];

/** Creates the tables if they do not exist. Safe when several processes start at the same time. */
export async function createTables(db: SqlDatabase): Promise<void> {
  await lexicalWriting(db)(async (run) => {
    await run(sql`select pg_advisory_xact_lock(hashtextextended('quarry lexical tables', 0))`);
    const [row] = await run(sql`select to_regclass('lexical_documents') is not null as there`);
    if (row?.there === true) return;
    for (const statement of TABLES) await run(statement);
  });
}
