import type { FilteredScope, LexicalIndex } from "@quarry/core";
import { sql } from "drizzle-orm";
import type { SqlExecutor } from "../sql/sql-executor.ts";
import type { SqlDatabase } from "../sql/transactions.ts";
import { MERGE_POLICY, type MergePolicy, planMerge } from "./merging/merge-plan.ts";
import { createMerger } from "./merging/merger.ts";
import { searchEachSpace, searchSpaces } from "./searching/search.ts";
import { createOrganizationSegments } from "./sketching/organization-segments.ts";
import { sketchSpaces } from "./sketching/sketch.ts";
import {
  lexicalReading,
  lexicalRunner,
  lexicalWriting,
  readingImmutable,
} from "./storage/lexical-database.ts";
import { createSegmentReader } from "./storage/segment-reader.ts";
import type { SpaceView } from "./storage/space-view.ts";
import { createTables } from "./storage/tables.ts";
import { lexicalWriter } from "./writing/lexical-writer.ts";
import { LEXICAL_VERSION } from "./writing/prepare-segments.ts";

/** Options of `createPostgresLexicalIndex`. */
export interface PostgresLexicalOptions {
  /** Maximum memory for cached parts of the index, in bytes; 256 MB by default. */
  readonly memoryBytes?: number;
  /** Called with errors of background merges. A failed merge is retried after the space's next write or search. */
  readonly onProblem?: (error: unknown) => void;
  /** The same database for the statements of a search outside of a transaction: each looks rows up by key. */
  readonly lookups?: SqlExecutor;
  /** False to merge only on `settle`. */
  readonly automaticMerging?: boolean;
  readonly mergePolicy?: MergePolicy;
}

/** A lexical index in PostgreSQL. */
export interface PostgresLexicalIndex extends LexicalIndex {
  /** Completes all pending merges of spaces that this process wrote to or searched; for tests and bulk loads. */
  settle(): Promise<void>;
}

const DEFAULT_MEMORY = 256_000_000;
const DOCUMENTS_PER_READ = 1000;

/**
 * Creates a lexical index whose postings are stored in PostgreSQL, for any number of processes, with the ranking of
 * the in-memory index. Writes create immutable segments; a background job merges them. A write takes effect when its
 * transaction commits, and the last commit wins. The caller owns the database: `close` leaves it open.
 */
export async function createPostgresLexicalIndex(
  db: SqlDatabase,
  options: PostgresLexicalOptions = {},
): Promise<PostgresLexicalIndex> {
  await createTables(db);
  const run = lexicalRunner(db);
  const readInTransaction = lexicalReading(db);
  const read = readingImmutable(db, options.lookups);
  // Finding the allowed documents takes a second statement.
  const readScope = ({ documentIds, filter }: FilteredScope) =>
    documentIds || filter ? readInTransaction : read;
  const policy = options.mergePolicy ?? MERGE_POLICY;
  const memoryBytes = options.memoryBytes ?? DEFAULT_MEMORY;
  const reader = createSegmentReader(memoryBytes);
  // Mostly the same headers as the reader's, so they share memory.
  const organizations = createOrganizationSegments(memoryBytes);
  const merger = createMerger({
    transact: lexicalWriting(db),
    reader,
    policy,
    isAutomatic: options.automaticMerging ?? true,
    onProblem: options.onProblem ?? (() => undefined),
  });
  // A search schedules merges that the writing process did not complete.
  const onSpaceRead = (view: SpaceView) => {
    if (planMerge(view, policy).length > 0) merger.schedule(view.orgId, view.spaceId);
  };

  return {
    // An index of another version is filled again.
    name: `postgres ${LEXICAL_VERSION}`,
    durable: true,
    ...lexicalWriter(lexicalWriting(db), merger.schedule),
    within: (transaction) =>
      lexicalWriter((work) => work(lexicalRunner(transaction as SqlExecutor)), merger.schedule),
    search: (scope, query, topK, onAnalysis) =>
      readScope(scope)((within) => searchSpaces(within, reader, scope, query, topK, onSpaceRead, onAnalysis)),
    searchEach: (scope, query) =>
      readScope(scope)((within) => searchEachSpace(within, reader, scope, query, 1, onSpaceRead)),
    sketch: (orgId, query, limit, except) =>
      read((within) => sketchSpaces(within, reader, organizations, { orgId, query, limit, except })),
    async *documents(orgId) {
      for (let last = 0; ; ) {
        const rows = await run(sql`
          select write_no, document_id, space_id, generation, version, chunk_count from lexical_documents
          where org_id = ${orgId} and write_no > ${last}::bigint order by write_no limit ${DOCUMENTS_PER_READ}`);
        for (const row of rows)
          yield {
            documentId: String(row.document_id),
            spaceId: String(row.space_id),
            generation: Number(row.version) === LEXICAL_VERSION ? Number(row.generation) : -1,
            chunkCount: Number(row.chunk_count),
          };
        const end = rows.at(-1);
        if (!end) return;
        last = Number(end.write_no);
      }
    },
    settle: merger.settle,
    close: merger.close,
  };
}
