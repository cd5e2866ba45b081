import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  matchesFilter,
  type SearchScope,
  type VectorHit,
  type VectorRecord,
  type VectorStore,
  type VectorStoreSettings,
} from "@quarry/vector-store";

// The columns have the names of a record's fields.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS records (
    id TEXT PRIMARY KEY, orgId TEXT NOT NULL, spaceId TEXT NOT NULL, documentId TEXT NOT NULL,
    generation INTEGER NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL, metadata TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS records_by_space ON records (orgId, spaceId, model);
  CREATE INDEX IF NOT EXISTS records_by_document ON records (orgId, documentId);
`;
const INSERT = `INSERT OR REPLACE INTO records
  VALUES ($id, $orgId, $spaceId, $documentId, $generation, $model, $vector, $metadata)`;
const IN_SCOPE = `orgId = $orgId AND spaceId IN (SELECT value FROM json_each($spaceIds))
  AND ($documentIds IS NULL OR documentId IN (SELECT value FROM json_each($documentIds)))`;

type Row = Omit<VectorRecord, "vector" | "metadata"> & {
  readonly vector: Uint8Array;
  readonly metadata: string;
};
type Parameters = Record<string, string | number | null>;

/** A vector store on SQLite. A search reads its whole scope: exact, and fast enough for about 10,000 chunks. */
export function createStore({ dataDir, options }: VectorStoreSettings): VectorStore {
  mkdirSync(dataDir, { recursive: true });
  const file = typeof options.file === "string" ? options.file : join(dataDir, "vectors.sqlite");
  const db = new Database(file, { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run(SCHEMA);
  const insert = db.query(INSERT);
  const remove = db.query("DELETE FROM records WHERE id = ?");
  const upsertAll = db.transaction((records: readonly VectorRecord[]) => {
    for (const record of records) {
      const vector = bytesOf(unit(record.vector));
      if (vector) insert.run({ ...record, vector, metadata: JSON.stringify(record.metadata) });
      else remove.run(record.id);
    }
  });

  return {
    name: "sqlite",
    capabilities: { durable: true, maxDimensions: 16_000, maxBatch: 5000 },

    async upsert(records) {
      upsertAll.immediate(records);
    },

    async query({ scope, model, vector, topK, filter }) {
      const question = unit(vector);
      if (!question) return [];
      const rows = db.query<Row, [Parameters]>(`SELECT * FROM records WHERE ${IN_SCOPE} AND model = $model`);
      const hits: VectorHit[] = [];
      for (const { id, spaceId, documentId, ...row } of rows.iterate({ ...parametersOf(scope), model })) {
        if (row.vector.byteLength !== question.byteLength) continue;
        if (filter && !matchesFilter(JSON.parse(row.metadata), filter)) continue;
        hits.push({ id, spaceId, documentId, score: cosine(question, numbersOf(row.vector)) });
      }
      return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
    },

    async delete(selector) {
      const conditions = Object.keys(selector).map((name) =>
        name === "beforeGeneration" ? "generation < $beforeGeneration" : `${name} = $${name}`,
      );
      const removed = db.query<unknown, [Parameters]>(
        `DELETE FROM records WHERE ${conditions.join(" AND ")}`,
      );
      removed.run({ ...selector });
    },

    async count(scope) {
      const counted = db.query<{ total: number }, [Parameters]>(
        `SELECT count(*) AS total FROM records WHERE ${IN_SCOPE}`,
      );
      return counted.get(parametersOf(scope))?.total ?? 0;
    },

    async *scan(orgId) {
      // Reads in pages, so that no statement stays open while the caller writes.
      const page = db.query<Row, [string, string]>(
        "SELECT * FROM records WHERE orgId = ? AND id > ? ORDER BY id LIMIT 500",
      );
      for (let after: string | undefined = ""; after !== undefined; ) {
        const rows = page.all(orgId, after);
        for (const row of rows)
          yield { ...row, vector: numbersOf(row.vector), metadata: JSON.parse(row.metadata) };
        after = rows.at(-1)?.id;
      }
    },

    async close() {
      db.close();
    },
  };
}

const parametersOf = ({ orgId, spaceIds, documentIds }: SearchScope): Parameters => ({
  orgId,
  spaceIds: JSON.stringify(spaceIds),
  documentIds: documentIds ? JSON.stringify(documentIds) : null,
});

/** Scales a vector to length 1; undefined for a zero vector, which matches nothing and is not stored. */
function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : undefined;
}

const bytesOf = (vector: Float32Array | undefined) => vector && new Uint8Array(vector.buffer);

// A copy, because a Float32Array must begin at a multiple of four bytes.
const numbersOf = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer);

/** The cosine of two vectors of length 1. Rounding may exceed 1. */
function cosine(a: Float32Array, b: Float32Array): number {
  const product = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return Math.max(-1, Math.min(1, product));
}
