import postgres from "postgres";
import type { Corpus, Vectors } from "../corpus/corpus.ts";
import type { SqlTarget } from "../load/job.ts";

const PER_BATCH = 500;

/** The text of the nearest vectors: what a program without a lexical leg would ask. */
const VECTORS = `
  select id, content from items order by embedding <=> $1::vector limit 10`;

/** Both legs in one statement, fused by their ranks. Any word of the question may match. */
const BOTH = `
  with asked as materialized (
    select replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery as words),
  near as (
    select id, row_number() over (order by distance) as place from (
      select id, embedding <=> $1::vector as distance from items order by distance limit 50) as nearest),
  found as (
    select id, row_number() over (order by weight desc) as place from (
      select id, ts_rank(terms, words) as weight from items, asked where terms @@ words
      order by weight desc limit 50) as best),
  fused as (
    select id, sum(1.0 / (60 + place)) as score from (table near union all table found) as legs
    group by id order by score desc limit 10)
  select id, content, score from fused join items using (id) order by score desc`;

/** A table with text, vectors and terms, as one would write it by hand. */
export interface BareTable {
  /** Seconds for all rows and both indexes. */
  readonly seconds: number;
  target(statement: "vectors" | "both", parameters: string): SqlTarget;
  query(vector: Float32Array): Promise<string[]>;
  close(): Promise<void>;
}

/** Loads a corpus into a new table: rows first, then the indexes, which is fastest. */
export async function openBareTable(url: string, { chunks }: Corpus, vectors: Vectors): Promise<BareTable> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  const start = performance.now();
  await client.unsafe(`
    create extension if not exists vector;
    create table items (
      id integer primary key, content text not null, embedding vector(${vectors.dimensions}) not null,
      terms tsvector generated always as (to_tsvector('english', content)) stored)`);
  for (let first = 0; first < chunks.length; first += PER_BATCH) {
    const batch = chunks.slice(first, first + PER_BATCH);
    await client`
      insert into items select id, content, embedding::vector from unnest(
        ${batch.map((_, at) => first + at)}::integer[], ${batch.map(({ content }) => content)}::text[],
        ${batch.map((_, at) => vectorText(vectors.at(first + at)))}::text[]) as rows(id, content, embedding)`;
  }
  await client.unsafe(`
    create index on items using hnsw (embedding vector_cosine_ops);
    create index on items using gin (terms);
    analyze items`);
  const seconds = (performance.now() - start) / 1000;
  return {
    seconds,
    target: (statement, parameters) => ({
      ...{ kind: "sql", url, settings: {}, parameters },
      statement: statement === "both" ? BOTH : VECTORS,
    }),
    async query(vector) {
      const rows = await client.unsafe(VECTORS, [vectorText(vector)], { prepare: true });
      return rows.map(({ content }) => String(content));
    },
    close: () => client.end(),
  };
}

/** pgvector's text form. */
export function vectorText(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}
