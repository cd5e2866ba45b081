import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reply } from "../../contract/caller.ts";
import { type Json, objects } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { MOODY_STORE, type Mood, setMood, withStore } from "../../support/moody-store.ts";
import { until } from "../../support/until.ts";
import { operate } from "../operations/operating.ts";
import { runSql } from "../rows.ts";

/** An application with one space, and a vector store that fails on demand. */
export interface MoodyApp {
  readonly app: InProcessApp;
  readonly dataDir: string;
  readonly spaceId: string;
  be(mood: Mood): void;
  put(filename: string, content: string, metadata?: Json): Promise<Reply>;
  query(fields: Json): Promise<Reply>;
  /** The texts that a query finds, best first. */
  found(fields: Json): Promise<unknown[]>;
  /** The differences between the store and the database, in both directions, read without the store's failures. */
  storeDifferences(): Promise<string[]>;
  /** Waits a few seconds until the store matches the database. */
  caughtUp(): Promise<unknown>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 8000;

export async function startMoodyApp(env: Readonly<Record<string, string>> = {}): Promise<MoodyApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-moody-"));
  const app = await startApp({ dataDir, env: { ...MOODY_STORE, ...env } });
  const spaceId = (await app.quarry.spaces.create({ name: "Moods" })).space.id;
  const query = (fields: Json) =>
    app.call("POST", "/api/query", { body: { query: "pelican", spaceIds: spaceId, ...fields } });
  const moody: MoodyApp = {
    app,
    dataDir,
    spaceId,
    be: (mood) => setMood(dataDir, mood),
    put: (filename, content, metadata) =>
      app.call("PUT", "/api/documents", {
        body: { spaceId, filename, content, ...(metadata ? { metadata } : {}) },
      }),
    query,
    async found(fields) {
      const { json } = await query(fields);
      return objects(json.results).map((item) => (item.chunk as Json).content);
    },
    async storeDifferences() {
      const rows = await runSql(
        app.deps,
        `select chunks.id, chunks.document_id, chunks.generation, documents.generation as of_document, documents.space_id,
           documents.metadata
         from chunks join documents on documents.id = chunks.document_id where documents.status = 'COMPLETED'`,
      );
      const expected = rows.map((row) =>
        JSON.stringify([
          row.document_id,
          row.id,
          row.of_document,
          row.generation,
          row.space_id,
          row.metadata,
        ]),
      );
      const held: string[] = [];
      await withStore(dataDir, async (store) => {
        for await (const { id, documentId, generation, spaceId: space, metadata } of store.scan(app.orgId))
          held.push(JSON.stringify([documentId, id, generation, generation, space, metadata]));
      });
      return [
        ...expected.filter((line) => !held.includes(line)).map((line) => `missing ${line}`),
        ...held.filter((line) => !expected.includes(line)).map((line) => `leftover ${line}`),
      ];
    },
    caughtUp: () =>
      until(
        "the vector store to catch up",
        async () => ((await moody.storeDifferences()).length === 0 ? true : undefined),
        PATIENCE_MS,
      ),
    async stop() {
      setMood(dataDir, {});
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return moody;
}

/** The findings of the doctor, without repairs. */
export const diagnose = ({ deps }: InProcessApp): Promise<string[]> =>
  operate(deps, { name: "doctor", repair: false });
