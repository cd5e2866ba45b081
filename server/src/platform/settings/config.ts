import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { QuarryError } from "@quarry/core";
import type { LogSettings } from "../log/log.ts";
import { type AccountsConfig, accounts, type MailConfig, mail } from "./accounts.ts";
import { type BlobsConfig, blobs } from "./blobs.ts";
import { databaseUrl, oldPostgres } from "./database.ts";
import { type EmbedderConfig, embedder, type OpenAiAccess, openAi } from "./embedder.ts";
import { choice, type Environment, integer, text } from "./environment.ts";
import { log } from "./log.ts";
import { type PreparingConfig, preparing } from "./preparing.ts";
import { type RerankerConfig, reranker } from "./reranker.ts";
import { type TracesConfig, traces } from "./traces.ts";
import { type VectorStoreConfig, vectorStore } from "./vector-store.ts";
import { type WebhooksConfig, webhooks } from "./webhooks.ts";

/** The settings of the service, read once at the start. */
export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** True to check every response against its schema, for development and tests. */
  readonly checksAnswers: boolean;
  /** URL of a PostgreSQL server. When absent: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /** A folder with the binaries of an earlier PostgreSQL version, to upgrade an embedded database that it created. */
  readonly oldPostgres: string | undefined;
  /** The first organization's key. When absent: a random key. */
  readonly rootKey: string | undefined;
  /** Calls per minute of an organization of the enterprise tier; null for no limit. */
  readonly enterprisePerMinute: number | null;
  /** How long calls may take until their answers begin, by their costs. */
  readonly timeoutsMs: { readonly light: number; readonly question: number; readonly work: number };
  readonly blobs: BlobsConfig;
  readonly vectorStore: VectorStoreConfig;
  /** Room for texts of passages outside the database: the last that queries returned in memory, more in a file. */
  readonly textCache: { readonly memoryBytes: number; readonly fileBytes: number };
  readonly embedder: EmbedderConfig;
  /** Read for every kind of embedder: documents may still have vectors of a previous OpenAI model. */
  readonly openAi: OpenAiAccess | undefined;
  readonly reranker: RerankerConfig;
  readonly limits: {
    /** Largest file, in bytes. */
    readonly maxFileBytes: number;
    /** Largest request body, in bytes: a file in base64 plus the other fields. */
    readonly maxBodyBytes: number;
    /** Largest archive that can be imported, in uncompressed bytes. */
    readonly maxArchiveBytes: number;
  };
  readonly preparing: PreparingConfig;
  readonly worker: {
    /** Jobs that run at the same time. */
    readonly concurrency: number;
    /** Longest time that a job may run without progress. */
    readonly stallMs: number;
    readonly leaseMs: number;
    readonly maxAttempts: number;
    /** How long the worker leaves a status alone that a caller set to PENDING or PROCESSING. */
    readonly statusHoldMs: number;
  };
  readonly log: LogSettings;
  /** Who may read the metrics. When absent, there are none. */
  readonly metricsToken: string | undefined;
  /** When absent, there are none. */
  readonly traces: TracesConfig | undefined;
  readonly webhooks: WebhooksConfig;
  readonly accounts: AccountsConfig;
  /** When absent, mails are written to the log. */
  readonly mail: MailConfig | undefined;
}

/** Less than the time after which connections without an answer are closed. */
const MAX_TIMEOUT_MS = 250_000;

/**
 * Reads the configuration from environment variables.
 * @throws QuarryError `invalid_request` that names the setting, its value and the allowed values.
 */
export function readConfig(env: Environment): Config {
  const maxFileBytes = integer(env, "QUARRY_MAX_FILE_BYTES", 100_000_000, 1, 2_000_000_000);
  return Object.freeze({
    host: text(env, "QUARRY_HOST") ?? "127.0.0.1",
    // Hosting platforms set PORT.
    port: integer(env, text(env, "QUARRY_PORT") === undefined ? "PORT" : "QUARRY_PORT", 7400, 0, 65_535),
    dataDir: resolve(text(env, "QUARRY_DATA_DIR") ?? "quarry-data"),
    checksAnswers: choice(env, "QUARRY_CHECK_ANSWERS", ["true", "false"], "false") === "true",
    databaseUrl: databaseUrl(env),
    oldPostgres: oldPostgres(env),
    rootKey: secret(env, "QUARRY_ROOT_KEY"),
    enterprisePerMinute: enterprisePerMinute(env),
    timeoutsMs: {
      light: integer(env, "QUARRY_CALL_TIMEOUT_MS", 15_000, 100, MAX_TIMEOUT_MS),
      question: integer(env, "QUARRY_QUESTION_TIMEOUT_MS", 30_000, 100, MAX_TIMEOUT_MS),
      work: integer(env, "QUARRY_WORK_TIMEOUT_MS", 240_000, 100, MAX_TIMEOUT_MS),
    },
    blobs: blobs(env),
    vectorStore: vectorStore(env, text(env, "QUARRY_VECTOR_STORE")),
    textCache: {
      memoryBytes: integer(env, "QUARRY_TEXT_CACHE_MB", 32, 1, 1_000_000) * 1_000_000,
      fileBytes: integer(env, "QUARRY_TEXT_FILE_MB", 4000, 1, 16_000) * 1_000_000,
    },
    embedder: embedder(env),
    openAi: openAi(env),
    reranker: reranker(env),
    limits: {
      maxFileBytes,
      maxBodyBytes: Math.ceil(maxFileBytes * 1.4) + 10_000_000,
      maxArchiveBytes: integer(env, "QUARRY_MAX_ARCHIVE_BYTES", 20_000_000_000, 1, 1_000_000_000_000_000),
    },
    preparing: preparing(env),
    worker: {
      concurrency: integer(env, "QUARRY_JOB_CONCURRENCY", Math.min(availableParallelism(), 8), 1, 64),
      stallMs: integer(env, "QUARRY_JOB_STALL_MS", 600_000, 100, 86_400_000),
      leaseMs: integer(env, "QUARRY_JOB_LEASE_MS", 60_000, 100, 3_600_000),
      maxAttempts: integer(env, "QUARRY_JOB_MAX_ATTEMPTS", 12, 1, 100),
      statusHoldMs: integer(env, "QUARRY_STATUS_HOLD_MS", 900_000, 100, 86_400_000),
    },
    log: log(env),
    metricsToken: secret(env, "QUARRY_METRICS_TOKEN"),
    traces: traces(env),
    webhooks: webhooks(env),
    accounts: accounts(env),
    mail: mail(env),
  });
}

function secret(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^[\x21-\x7e]{20,200}$/.test(value))
    throw new QuarryError(
      "invalid_request",
      `Setting ${name} must be 20 to 200 printable characters without spaces (its value is not shown).`,
    );
  return value;
}

function enterprisePerMinute(env: Environment): number | null {
  const name = "QUARRY_ENTERPRISE_REQUESTS_PER_MINUTE";
  return text(env, name) === undefined ? null : integer(env, name, 1, 1, 1_000_000_000);
}
