import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  matchesFilter,
  type SearchScope,
  type VectorHit,
  type VectorRecord,
  type VectorStore,
} from "@quarry/core";

interface Row {
  readonly id: string;
  readonly org: string;
  readonly space: string;
  readonly document: string;
  readonly generation: number;
  readonly model: string;
  readonly vector: Uint8Array;
  readonly metadata: string;
}

type Parameters = Record<string, string | null>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS vectors (
    id TEXT PRIMARY KEY, org TEXT NOT NULL, space TEXT NOT NULL, document TEXT NOT NULL,
    generation INTEGER NOT NULL, model TEXT NOT NULL, vector BLOB NOT NULL, metadata TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS vectors_by_space ON vectors (org, space, model);
  CREATE INDEX IF NOT EXISTS vectors_by_document ON vectors (org, document);
`;

const IN_SCOPE = `org = $org AND space IN (SELECT value FROM json_each($spaces))
  AND ($documents IS NULL OR document IN (SELECT value FROM json_each($documents)))`;

/**
 * An example of a third-party vector store, on SQLite. Every search scans its scope, which is exact and fast enough for
 * about 10,000 chunks. Copy it as a start for your own adapter.
 */
export function createStore(settings: { readonly dataDir: string }): VectorStore {
  mkdirSync(settings.dataDir, { recursive: true });
  const db = new Database(join(settings.dataDir, "vectors.sqlite"), { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run(SCHEMA);
  const insert = db.query(
    `INSERT OR REPLACE INTO vectors VALUES ($id, $org, $space, $document, $generation, $model, $vector, $metadata)`,
  );
  const insertAll = db.transaction((records: readonly VectorRecord[]) => {
    for (const record of records) insert.run({ ...toRow(record) });
  });

  return {
    name: "sqlite",
    capabilities: { durable: true, maxDimensions: 16_000, maxBatch: 5000 },

    async upsert(records) {
      insertAll.immediate(records);
    },

    async query({ scope, model, vector, topK, filter }) {
      const question = normalized(vector);
      const rows = db.query<Row, [Parameters]>(`SELECT * FROM vectors WHERE ${IN_SCOPE} AND model = $model`);
      const hits: VectorHit[] = [];
      for (const row of rows.iterate({ ...parametersOf(scope), model })) {
        const score = similarity(question, numbersOf(row.vector));
        if (score === undefined || (filter && !matchesFilter(JSON.parse(row.metadata), filter))) continue;
        hits.push({ id: row.id, spaceId: row.space, documentId: row.document, score });
      }
      return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
    },

    async delete(selector) {
      const { orgId } = selector;
      if ("spaceId" in selector)
        db.query("DELETE FROM vectors WHERE org = ? AND space = ?").run(orgId, selector.spaceId);
      else if (!("documentId" in selector)) db.query("DELETE FROM vectors WHERE org = ?").run(orgId);
      else if ("beforeGeneration" in selector)
        db.query("DELETE FROM vectors WHERE org = ? AND document = ? AND generation < ?").run(
          orgId,
          selector.documentId,
          selector.beforeGeneration,
        );
      else db.query("DELETE FROM vectors WHERE org = ? AND document = ?").run(orgId, selector.documentId);
    },

    async count(scope) {
      const counted = db.query<{ total: number }, [Parameters]>(
        `SELECT count(*) AS total FROM vectors WHERE ${IN_SCOPE}`,
      );
      return counted.get(parametersOf(scope))?.total ?? 0;
    },

    async *scan(orgId) {
      // Reads in pages, so that no statement stays open while the caller writes.
      const page = db.query<Row, [string, string]>(
        "SELECT * FROM vectors WHERE org = ? AND id > ? ORDER BY id LIMIT 500",
      );
      for (let after = ""; ; ) {
        const rows = page.all(orgId, after);
        yield* rows.map(toRecord);
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
      }
    },

    async close() {
      db.close();
    },
  };
}

function parametersOf({ orgId, spaceIds, documentIds }: SearchScope): Parameters {
  const documents = documentIds ? JSON.stringify(documentIds) : null;
  return { org: orgId, spaces: JSON.stringify(spaceIds), documents };
}

function toRow({ id, orgId, spaceId, documentId, generation, model, vector, metadata }: VectorRecord): Row {
  const bytes = new Uint8Array(normalized(vector).buffer);
  const names = { id, org: orgId, space: spaceId, document: documentId };
  return { ...names, generation, model, vector: bytes, metadata: JSON.stringify(metadata) };
}

function toRecord({ id, org, space, document, generation, model, vector, metadata }: Row): VectorRecord {
  const names = { id, orgId: org, spaceId: space, documentId: document };
  return { ...names, generation, model, vector: numbersOf(vector), metadata: JSON.parse(metadata) };
}

function numbersOf(bytes: Uint8Array): Float32Array {
  // Copies the bytes: a Float32Array needs an offset that is a multiple of four.
  return new Float32Array(bytes.slice().buffer);
}

function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector.slice();
}

/** Returns the cosine of two normalized vectors; undefined if their lengths differ or one is zero. */
function similarity(a: Float32Array, b: Float32Array): number | undefined {
  if (a.length !== b.length || isZero(a) || isZero(b)) return undefined;
  const product = a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
  return Math.max(-1, Math.min(1, product));
}

function isZero(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}
