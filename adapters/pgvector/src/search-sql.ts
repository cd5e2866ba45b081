import type { SearchScope, VectorQuery } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import { filterSql } from "./filter-sql.ts";
import type { IndexDefinition } from "./index-definition.ts";
import { vectorText } from "./vector-text.ts";

/** Ties come by id, code unit by code unit. */
const ORDER = sql`order by distance, id collate "C"`;

/** The condition for being in a scope. */
export function inScope({ orgId, spaceIds, documentIds }: SearchScope): SQL {
  return sql`org_id = ${orgId} and space_id = any(${sql.param([...spaceIds])}::text[]) ${
    documentIds ? sql`and document_id = any(${sql.param([...documentIds])}::text[])` : sql``
  }`;
}

/** Compares the question with everything that matches. */
export function exactSql(query: VectorQuery): SQL {
  return sql`${matches(query)} ${ORDER} limit ${query.topK}`;
}

/** `exactSql`, unless more than `limit` records match: then the answer says so and is worth nothing. */
export function boundedExactSql(query: VectorQuery, limit: number): SQL {
  return sql`
    with matching as materialized (${matches(query)} limit ${limit + 1})
    select *, (select count(*) from matching) > ${limit}::int as is_large from matching ${ORDER} limit ${query.topK}`;
}

function matches({ scope, model, vector, filter }: VectorQuery): SQL {
  return sql`
    select id, space_id, document_id, embedding <=> ${question(vector)} as distance from chunk_vectors
    where ${inScope(scope)} and model = ${model} and vector_dims(embedding) = ${vector.length}
      ${filter ? sql`and ${filterSql(filter)}` : sql``}`;
}

/** With work_mem's usual 4 MB, a walk would end before it has found what it should. */
const WORK_MEM_MULTIPLIER = "16";

/** How an index is walked. */
export interface IndexWalk {
  /** Records taken from it, to be compared in full. */
  readonly candidates: number;
  /** How many the walk keeps in sight; more find better ones. */
  readonly breadth: number;
  /** After how many compared vectors the walk ends; the answer may then be too short. */
  readonly maxVisited: number;
}

/**
 * Takes the nearest from an index. The inner query has the index as its one good plan and, by `offset 0`, keeps the
 * conditions out, so that no wrong guess at how many rows pass leads the planner elsewhere. Its settings come with
 * it, for the store knows nothing of its connections: the planner makes them a one-time condition, which is met
 * before the index is opened, and they end with the statement.
 */
export function nearestSql(query: VectorQuery, index: IndexDefinition, walk: IndexWalk): SQL {
  const { scope, vector, topK, filter } = query;
  const asked = sql`(select vector from question)`;
  const [expression, condition, type] = [index.expression, index.condition, index.type].map((part) =>
    sql.raw(part),
  );
  return sql`
    with question as materialized (select ${question(vector)} as vector),
    candidates as materialized (
      select id, space_id, document_id, embedding from (
        select id, org_id, space_id, document_id, metadata, embedding from chunk_vectors
        where ${condition} and (
          select set_config('hnsw.iterative_scan', 'relaxed_order', true)
            || set_config('hnsw.ef_search', ${String(walk.breadth)}, true)
            || set_config('hnsw.max_scan_tuples', ${String(walk.maxVisited)}, true)
            || set_config('hnsw.scan_mem_multiplier', ${WORK_MEM_MULTIPLIER}, true)
        ) is not null
        order by ${expression} <=> ${asked}::${type}
        offset 0
      ) as nearest
      where ${inScope(scope)} ${filter ? sql`and ${filterSql(filter)}` : sql``}
      limit ${walk.candidates}
    )
    select id, space_id, document_id, embedding <=> ${asked} as distance from candidates ${ORDER} limit ${topK}`;
}

function question(vector: Float32Array): SQL {
  return sql`l2_normalize(${vectorText(vector)}::vector)`;
}
