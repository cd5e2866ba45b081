import type { SearchScope, VectorQuery, VectorScoring } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import { filterSql } from "../../sql/filter-sql.ts";
import { vectorText } from "../../sql/vector-text.ts";
import type { IndexDefinition } from "../indexes/index-definition.ts";

/** Ties are ordered by id, by code units. */
const ORDER = sql`order by distance, id collate "C"`;

/** Condition that limits rows to a scope. */
export function inScope({ orgId, spaceIds, documentIds }: SearchScope): SQL {
  return sql`org_id = ${orgId} and space_id = any(${sql.param([...spaceIds])}::text[]) ${
    documentIds ? sql`and document_id = any(${sql.param([...documentIds])}::text[])` : sql``
  }`;
}

/** Counts the records of a query's scope and model. */
export function countSql({ scope, model }: VectorQuery): SQL {
  return sql`select count(*)::int as total from chunk_vectors where ${inScope(scope)} and model = ${model}`;
}

/** Searches exactly: compares the query vector with every match. */
export function exactSql(query: VectorQuery): SQL {
  return sql`${matches(query)} ${ORDER} limit ${query.topK}`;
}

/** As `exactSql`, unless more than `limit` records match: then `is_large` is true and the rows are meaningless. */
export function boundedExactSql(query: VectorQuery, limit: number): SQL {
  return sql`
    with matching as materialized (${matches(query)} limit ${limit + 1})
    select *, (select count(*) from matching) > ${limit}::int as is_large from matching ${ORDER} limit ${query.topK}`;
}

function matches({ scope, model, vector, filter }: VectorQuery): SQL {
  return sql`
    select id, space_id, document_id, embedding <=> ${normalisedVector(vector)} as distance from chunk_vectors
    where ${inScope(scope)} and model = ${model} and vector_dims(embedding) = ${vector.length}
      ${filter ? sql`and ${filterSql(filter)}` : sql``}`;
}

/** Compares the query vector with given records. */
export function scoresSql({ scope, model, vector, ids }: VectorScoring): SQL {
  return sql`
    select id, embedding <=> ${normalisedVector(vector)} as distance from chunk_vectors
    where id = any(${sql.param([...ids])}::text[])
      and ${inScope(scope)} and model = ${model} and vector_dims(embedding) = ${vector.length}`;
}

/** With the default `work_mem` of 4 MB a walk would end before it has found enough. */
const WORK_MEM_MULTIPLIER = "16";

/** Parameters of an index scan. */
export interface IndexWalk {
  /** Records to take from the index and compare in full precision. */
  readonly candidates: number;
  /** pgvector's `ef_search`: how many candidates the scan keeps; more raise the recall. */
  readonly breadth: number;
  /** pgvector's `max_scan_tuples`: vectors to compare before the scan ends, possibly with too few results. */
  readonly maxVisited: number;
}

/**
 * Searches through an index. `offset 0` keeps the filter out of the inner query, so that the index is its only good
 * plan and a wrong estimate of the passing rows cannot change that. The settings travel with the statement, because
 * the store does not control its connections: the planner turns them into a one-time condition, which is evaluated
 * before the index is opened, and they end with the statement.
 */
export function nearestSql(query: VectorQuery, index: IndexDefinition, walk: IndexWalk): SQL {
  const { scope, vector, topK, filter } = query;
  const queryVector = sql`(select vector from question)`;
  const [expression, condition, type] = [index.expression, index.condition, index.type].map((part) =>
    sql.raw(part),
  );
  return sql`
    with question as materialized (select ${normalisedVector(vector)} as vector),
    candidates as materialized (
      select id, space_id, document_id, embedding from (
        select id, org_id, space_id, document_id, metadata, embedding from chunk_vectors
        where ${condition} and (
          select set_config('hnsw.iterative_scan', 'relaxed_order', true)
            || set_config('hnsw.ef_search', ${String(walk.breadth)}, true)
            || set_config('hnsw.max_scan_tuples', ${String(walk.maxVisited)}, true)
            || set_config('hnsw.scan_mem_multiplier', ${WORK_MEM_MULTIPLIER}, true)
        ) is not null
        order by ${expression} <=> ${queryVector}::${type}
        offset 0
      ) as nearest
      where ${inScope(scope)} ${filter ? sql`and ${filterSql(filter)}` : sql``}
      limit ${walk.candidates}
    )
    select id, space_id, document_id, embedding <=> ${queryVector} as distance from candidates ${ORDER} limit ${topK}`;
}

function normalisedVector(vector: Float32Array): SQL {
  return sql`l2_normalize(${vectorText(vector)}::vector)`;
}
