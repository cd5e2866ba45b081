import type { FilteredScope, LexicalIndex } from "@quarry/core";
import { sql } from "drizzle-orm";
import type { SqlExecutor } from "../sql/sql-executor.ts";
import { lexicalRunner, reading, readingUnchanging, type SqlDatabase, writing } from "../sql/transactions.ts";
import { MERGE_POLICY, type MergePolicy, planMerge } from "./merging/merge-plan.ts";
import { createMerger } from "./merging/merger.ts";
import { searchEachSpace, searchSpaces } from "./searching/search.ts";
import { createOrganizationSegments } from "./sketching/organization-segments.ts";
import { sketchSpaces } from "./sketching/sketch.ts";
import type { SpaceView } from "./spaces/space-view.ts";
import { createSegmentReader } from "./storage/segment-reader.ts";
import { createTables } from "./storage/tables.ts";
import { lexicalWriter } from "./writing/lexical-writer.ts";
import { LEXICAL_VERSION } from "./writing/prepare-segments.ts";

/** Settings of `createPostgresLexicalIndex`. */
export interface PostgresLexicalOptions {
  /** Memory for parts of the index that were read before; 128 MB unless told. */
  readonly memoryBytes?: number;
  /** Told of errors in the background; such a merge is tried again after the space's next write or search. */
  readonly onProblem?: (error: unknown) => void;
  /** False for merging only when `settle` is called. */
  readonly automaticMerging?: boolean;
  readonly mergePolicy?: MergePolicy;
}

/** The lexical index in PostgreSQL. */
export interface PostgresLexicalIndex extends LexicalIndex {
  /** Merges what is to be merged in the spaces that this process wrote to or searched; for tests and bulk loads. */
  settle(): Promise<void>;
}

const DEFAULT_MEMORY = 128_000_000;
const DOCUMENTS_AT_ONCE = 1000;

/**
 * A lexical index whose postings lie in PostgreSQL, for any number of processes, with the ranking of the in-process
 * one. What is written becomes segments that are never changed; a background job merges them. A write takes effect
 * when its transaction commits, and of several the last to commit stays. The database's life is its owner's: `close`
 * leaves it open.
 */
export async function createPostgresLexicalIndex(
  db: SqlDatabase,
  options: PostgresLexicalOptions = {},
): Promise<PostgresLexicalIndex> {
  await createTables(db);
  const run = lexicalRunner(db);
  const readTogether = reading(db);
  const read = readingUnchanging(db);
  // Which documents pass is a second statement.
  const readScope = ({ documentIds, filter }: FilteredScope) => (documentIds || filter ? readTogether : read);
  const policy = options.mergePolicy ?? MERGE_POLICY;
  const memoryBytes = options.memoryBytes ?? DEFAULT_MEMORY;
  const reader = createSegmentReader(memoryBytes);
  // Mostly the same headers as the reader's.
  const organizations = createOrganizationSegments(memoryBytes);
  const merger = createMerger({
    transact: writing(db),
    reader,
    policy,
    isAutomatic: options.automaticMerging ?? true,
    onProblem: options.onProblem ?? (() => undefined),
  });
  // A search finds what the writer's own process did not get to merge.
  const seen = (view: SpaceView) => {
    if (planMerge(view, policy).length > 0) merger.note(view.orgId, view.spaceId);
  };

  return {
    // Of another version, it is filled anew.
    name: `postgres ${LEXICAL_VERSION}`,
    durable: true,
    ...lexicalWriter(writing(db), merger.note),
    within: (transaction) =>
      lexicalWriter((work) => work(lexicalRunner(transaction as SqlExecutor)), merger.note),
    search: (scope, query, topK) =>
      readScope(scope)((within) => searchSpaces(within, reader, scope, query, topK, seen)),
    searchEach: (scope, query) =>
      readScope(scope)((within) => searchEachSpace(within, reader, scope, query, 1, seen)),
    sketch: (orgId, query, limit, except) =>
      read((within) => sketchSpaces(within, reader, organizations, { orgId, query, limit, except })),
    async *documents(orgId) {
      for (let last = 0; ; ) {
        const rows = await run(sql`
          select write_no, document_id, space_id, generation, version, chunk_count from lexical_documents
          where org_id = ${orgId} and write_no > ${last}::bigint order by write_no limit ${DOCUMENTS_AT_ONCE}`);
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
