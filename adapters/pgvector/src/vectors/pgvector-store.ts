import { type Filter, QuarryError, type StopSignal, type VectorRecord, type VectorStore } from "@quarry/core";
import { sql } from "drizzle-orm";
import { preparedRunner, type Run, reserveOf, runner, type SqlExecutor } from "../sql/sql-executor.ts";
import { stoppableRunner } from "../sql/stoppable-runner.ts";
import { createTable } from "./create-table.ts";
import { DEFAULT_EXACT_UP_TO } from "./indexes/index-definition.ts";
import { createIndexKeeper, type IndexKeeper } from "./indexes/index-keeper.ts";
import type { PgvectorOptions } from "./options.ts";
import { createSearch } from "./search/search.ts";
import { inScope, scoresSql } from "./search/search-sql.ts";
import { vectorWriter } from "./vector-writer.ts";

const SCAN_PAGE = 500;
const OWNER = "vector store";

/**
 * Creates a vector store in PostgreSQL with pgvector. Searches are exact, or go through HNSW indexes where many
 * records match. The caller owns the database: `close` leaves it open.
 * @throws QuarryError `invalid_request` when pgvector is not installed or may not be set up.
 */
export async function createPgvectorStore(
  db: SqlExecutor,
  options: PgvectorOptions = {},
): Promise<VectorStore> {
  await createTable(db);
  const run = runner(db, OWNER);
  const indexes = await keeperOf(db, run, options);
  const prepared = preparedRunner(db, OWNER);
  // Operator filters have arbitrarily many texts, and preparing each would fill the server's memory.
  const isPreparable = (filter: Filter | undefined) => filter === undefined || filter.kind === "contains";
  const stoppable = stoppableRunner(db, OWNER);
  const runSearch = (filter: Filter | undefined, signal: StopSignal | undefined) =>
    signal && stoppable ? stoppable(signal, isPreparable(filter)) : isPreparable(filter) ? prepared : run;
  const search = createSearch(runSearch, indexes, options.exactUpTo);
  const onWritten = (records: readonly VectorRecord[]) => {
    for (const [model, [first, ...others]] of Map.groupBy(records, (record) => record.model))
      if (first) indexes?.used(model, first.vector.length, others.length + 1);
  };
  return {
    name: "pgvector",
    capabilities: { durable: true, maxDimensions: 16_000, maxBatch: 500 },
    ...vectorWriter(run, onWritten),
    // The service's transactions come from the same driver as its database.
    within: (transaction) => vectorWriter(runner(transaction as SqlExecutor, OWNER), onWritten),
    query: search,

    async scores(scoring) {
      if (scoring.ids.length === 0 || scoring.vector.every((value) => value === 0)) return new Map();
      const rows = await prepared(scoresSql(scoring));
      return new Map(rows.map((row) => [String(row.id), 1 - Number(row.distance)]));
    },

    async count(scope) {
      const [row] = await run(sql`select count(*)::int as total from chunk_vectors where ${inScope(scope)}`);
      return Number(row?.total);
    },

    async *scan(orgId) {
      for (let last = ""; ; ) {
        const rows = await run(sql`
          select id, org_id, space_id, document_id, generation, model, embedding::text as embedding, metadata
          from chunk_vectors where org_id = ${orgId} and id > ${last}
          order by id limit ${SCAN_PAGE}`);
        for (const row of rows) yield toRecord(row);
        const end = rows.at(-1);
        if (!end) return;
        last = String(end.id);
      }
    },

    async ready() {
      await run(sql`select 1`);
    },

    close: async () => indexes?.close(),
  };
}

async function keeperOf(
  db: SqlExecutor,
  run: Run,
  { index = "none", halfvec = true, exactUpTo = DEFAULT_EXACT_UP_TO, isIndexed, onProblem }: PgvectorOptions,
): Promise<IndexKeeper | undefined> {
  if (index === "none") return undefined;
  const reserve = reserveOf(db);
  if (!reserve)
    throw new QuarryError(
      "invalid_request",
      'Vector indexes need a drizzle database over postgres.js. Pass one, or set { index: "none" }.',
    );
  return createIndexKeeper({
    run,
    reserve,
    exactUpTo,
    prefersHalf: halfvec,
    isIndexed: isIndexed ?? (() => true),
    onProblem: onProblem ?? (() => undefined),
  });
}

function toRecord(row: Record<string, unknown>): VectorRecord {
  return {
    id: String(row.id),
    orgId: String(row.org_id),
    spaceId: String(row.space_id),
    documentId: String(row.document_id),
    generation: Number(row.generation),
    model: String(row.model),
    vector: Float32Array.from(JSON.parse(String(row.embedding)) as number[]),
    metadata: row.metadata as VectorRecord["metadata"],
  };
}
