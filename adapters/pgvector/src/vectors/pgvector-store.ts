import { type Filter, QuarryError, type VectorRecord, type VectorStore } from "@quarry/core";
import { sql } from "drizzle-orm";
import { preparedRunner, type Run, reserveOf, runner, type SqlExecutor } from "../sql/sql-executor.ts";
import { createTable } from "./create-table.ts";
import { createIndexKeeper, type IndexKeeper } from "./indexes/index-keeper.ts";
import { DEFAULT_EXACT_UP_TO, type PgvectorOptions } from "./options.ts";
import { createSearch } from "./search/search.ts";
import { inScope } from "./search/search-sql.ts";
import { vectorWriter } from "./vector-writer.ts";

const SCAN_PAGE = 500;

/**
 * Vectors in PostgreSQL with pgvector, searched exactly or, where many match, through HNSW indexes. The database's
 * life is its owner's: `close` leaves it open.
 * @throws QuarryError `invalid_request` when the extension pgvector is not there.
 */
export async function createPgvectorStore(
  db: SqlExecutor,
  options: PgvectorOptions = {},
): Promise<VectorStore> {
  await createTable(db);
  const run = runner(db);
  const indexes = await keeperOf(db, run, options);
  const prepared = preparedRunner(db);
  // An operator filter's text is as its caller wrote it: prepared, texts without end would pile up in the server.
  const runSearch = (filter: Filter | undefined) =>
    filter === undefined || filter.kind === "contains" ? prepared : run;
  const search = createSearch(runSearch, indexes, options.exactUpTo);
  const onWritten = (records: readonly VectorRecord[]) => {
    for (const [model, [first, ...others]] of Map.groupBy(records, (record) => record.model))
      if (first) indexes?.used(model, first.vector.length, others.length + 1);
  };
  return {
    name: "pgvector",
    capabilities: { durable: true, maxDimensions: 16_000, maxBatch: 500 },
    ...vectorWriter(run, onWritten),
    // The service's transactions are of the same driver as its database.
    within: (transaction) => vectorWriter(runner(transaction as SqlExecutor), onWritten),
    query: search,

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
  { index = "none", halfvec = false, exactUpTo = DEFAULT_EXACT_UP_TO, onProblem }: PgvectorOptions,
): Promise<IndexKeeper | undefined> {
  if (index === "none") return undefined;
  const reserve = reserveOf(db);
  if (!reserve)
    throw new QuarryError(
      "invalid_request",
      'Vector indexes need drizzle\'s database over postgres.js. Pass that, or { index: "none" }.',
    );
  return createIndexKeeper({
    run,
    reserve,
    exactUpTo,
    prefersHalf: halfvec,
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
