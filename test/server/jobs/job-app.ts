import type { Document } from "@quarry/schema";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { type Row, runSql } from "../rows.ts";

/** Lease of a job (`QUARRY_JOB_LEASE_MS`). */
export const LEASE_MS = 600;
/** Delay before a document that a caller set to PROCESSING is processed (`QUARRY_STATUS_HOLD_MS`). */
export const HOLD_MS = 400;

/** An application with short timeouts, an embedding provider with adjustable delay, and one space. */
export interface JobApp {
  readonly app: InProcessApp;
  readonly provider: EmbeddingProvider;
  readonly spaceId: string;
  read(id: string): Promise<Document>;
  upload(filename: string, content: string): Promise<Document>;
  jobsOf(id: string): Promise<Row[]>;
  /** Waits until a document is COMPLETED or FAILED. */
  settled(id: string): Promise<Document>;
  /** Waits until the provider has received a text with this word. */
  providerReceived(word: string): Promise<unknown>;
  /** Waits until no job is left. */
  idle(): Promise<unknown>;
  /** True when a lexical query returns a chunk of this document. */
  isFound(id: string, query: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts a `JobApp`. Stop it after use. */
export async function startJobApp(): Promise<JobApp> {
  const provider = startEmbeddingProvider({ dimensions: 64 });
  const app = await startApp({
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: "64",
      QUARRY_JOB_LEASE_MS: String(LEASE_MS),
      QUARRY_STATUS_HOLD_MS: String(HOLD_MS),
      QUARRY_JOB_MAX_ATTEMPTS: "2",
    },
  });
  const spaceId = (await app.quarry.spaces.create({ name: "Jobs" })).space.id;
  const read = async (id: string): Promise<Document> =>
    (await app.quarry.documents.get({ spaceId, id })).document;
  return {
    app,
    provider,
    spaceId,
    read,
    upload: (filename, content) => app.quarry.documents.upload({ spaceId, filename, content }),
    jobsOf: (id) => runSql(app.deps, `select * from jobs where document_id = '${id}'`),
    settled: (id) =>
      until(`${id} to be COMPLETED or FAILED`, async () => {
        const document = await read(id);
        return document.status === "COMPLETED" || document.status === "FAILED" ? document : undefined;
      }),
    providerReceived: (word) =>
      until(
        `the provider to receive "${word}"`,
        () => provider.stats.inputs.flat().some((text) => text.includes(word)) || undefined,
      ),
    idle: () =>
      until(
        "all jobs to finish",
        async () => (await runSql(app.deps, "select 1 from jobs")).length === 0 || undefined,
      ),
    async isFound(id, query) {
      const { results } = await app.quarry.query({ query, spaceIds: spaceId, mode: "lexical" });
      return results.some((item) => item.document.id === id);
    },
    async stop() {
      provider.reset();
      await app.stop();
      await provider.stop();
    },
  };
}
