import { availableParallelism } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { QuarryError } from "@quarry/core";

/** Everything that can be set from outside, read once at start. */
export interface Config {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** A PostgreSQL server's URL; the embedded database in the data folder when absent. */
  readonly databaseUrl: string | undefined;
  /** The first organization's key; made at random when absent. */
  readonly rootKey: string | undefined;
  readonly blobs: BlobsConfig;
  readonly vectorStore: VectorStoreConfig;
  readonly embedder: EmbedderConfig;
  /** Set whichever embedder is in use: documents may have vectors of a model from before. */
  readonly openAi: OpenAiAccess | undefined;
  readonly limits: {
    /** Largest file, in bytes. */
    readonly maxFileBytes: number;
    /** Largest request body, in bytes: a file in base64 with its surroundings. */
    readonly maxBodyBytes: number;
  };
  readonly preparing: {
    /** Processes that read files at the same time. */
    readonly count: number;
    /** Codes of the languages of texts in pictures. */
    readonly ocrLanguages: readonly string[];
    /** Longest time that a file is read without getting on. */
    readonly stallMs: number;
    readonly timeoutMs: number;
    /** Most memory that reading a file may take. */
    readonly maxMemoryBytes: number;
    /** What the processes that read files see of the environment: no secrets. */
    readonly environment: Readonly<Record<string, string>>;
  };
  readonly worker: {
    /** Jobs at a time. */
    readonly concurrency: number;
    /** Longest time that a job may stand still. */
    readonly stallMs: number;
    readonly leaseMs: number;
    readonly maxAttempts: number;
    /** How long a status that a caller set to PENDING or PROCESSING is left alone. */
    readonly statusHoldMs: number;
  };
  readonly webhooks: {
    /** Whether receivers may be on this machine or in its network. */
    readonly allowPrivate: boolean;
    /** Longest time that a receiver may take to answer. */
    readonly timeoutMs: number;
    readonly leaseMs: number;
    /** Waits after each attempt that failed; after the last there is no other. */
    readonly retryDelaysMs: readonly number[];
  };
}

/** Where the original files are kept. */
export type BlobsConfig =
  | { readonly kind: "disk" }
  | {
      readonly kind: "s3";
      readonly bucket: string;
      readonly prefix: string;
      readonly endpoint: string | undefined;
      readonly region: string | undefined;
      readonly accessKeyId: string | undefined;
      readonly secretAccessKey: string | undefined;
    };

/** Which vector store to use, and how. */
export type VectorStoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "pgvector"; readonly halfvec: boolean }
  | { readonly kind: "chroma"; readonly url: string }
  | { readonly kind: "module"; readonly path: string };

/** How OpenAI, or a server that speaks its API, is reached. */
export interface OpenAiAccess {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
}

/** Which embedder to use, and how. */
export type EmbedderConfig =
  | { readonly kind: "builtin" }
  | (OpenAiAccess & {
      readonly kind: "openai";
      readonly model: string;
      readonly dimensions: number | undefined;
    })
  | {
      readonly kind: "local";
      /** A name on the hub, or the absolute path of a folder. */
      readonly model: string;
      /** How the model wants to be used; what its name says when absent. */
      readonly family: (typeof LOCAL_FAMILIES)[number] | undefined;
      readonly hubUrl: string | undefined;
      /** What the model's process sees of the environment: no secrets but the hub's. */
      readonly environment: Readonly<Record<string, string>>;
    };

const LOCAL_FAMILIES = ["bge", "e5", "nomic", "cls", "mean"] as const;

/** What a download may need. */
const LOCAL_ENVIRONMENT = [
  ...["PATH", "HOME", "TMPDIR", "LANG", "HF_TOKEN", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from environment variables.
 * @throws QuarryError `invalid_request` whose message names the setting, its value and what is allowed.
 */
export function readConfig(env: Environment): Config {
  const maxFileBytes = integer(env, "QUARRY_MAX_FILE_BYTES", 100_000_000, 1, 2_000_000_000);
  return Object.freeze({
    host: text(env, "QUARRY_HOST") ?? "127.0.0.1",
    port: integer(env, "QUARRY_PORT", 7400, 0, 65_535),
    dataDir: resolve(text(env, "QUARRY_DATA_DIR") ?? "quarry-data"),
    databaseUrl: databaseUrl(env),
    rootKey: rootKey(env),
    blobs: blobs(env),
    vectorStore: vectorStore(env, text(env, "QUARRY_VECTOR_STORE")),
    embedder: embedder(env),
    openAi: openAi(env),
    limits: { maxFileBytes, maxBodyBytes: Math.ceil(maxFileBytes * 1.4) + 10_000_000 },
    preparing: {
      count: integer(env, "QUARRY_PARSE_PROCESSES", Math.min(availableParallelism(), 8), 1, 64),
      ocrLanguages: ocrLanguages(env),
      stallMs: integer(env, "QUARRY_PARSE_STALL_MS", 25_000, 100, 3_600_000),
      timeoutMs: integer(env, "QUARRY_PARSE_TIMEOUT_MS", 3_600_000, 100, 86_400_000),
      environment: only(env, "PATH", "HOME", "TMPDIR", "LANG"),
      maxMemoryBytes: integer(env, "QUARRY_PARSE_MAX_MEMORY_BYTES", 600_000_000, 100_000_000, 64_000_000_000),
    },
    worker: {
      concurrency: integer(env, "QUARRY_JOB_CONCURRENCY", Math.min(availableParallelism(), 8), 1, 64),
      stallMs: integer(env, "QUARRY_JOB_STALL_MS", 600_000, 100, 86_400_000),
      leaseMs: integer(env, "QUARRY_JOB_LEASE_MS", 60_000, 100, 3_600_000),
      maxAttempts: integer(env, "QUARRY_JOB_MAX_ATTEMPTS", 12, 1, 100),
      statusHoldMs: integer(env, "QUARRY_STATUS_HOLD_MS", 900_000, 100, 86_400_000),
    },
    webhooks: webhooks(env),
  });
}

/** As Standard Webhooks recommends: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const WEBHOOK_RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

function webhooks(env: Environment): Config["webhooks"] {
  const timeoutMs = integer(env, "QUARRY_WEBHOOK_TIMEOUT_MS", 15_000, 100, 60_000);
  const delays = text(env, "QUARRY_WEBHOOK_RETRY_MS");
  if (delays !== undefined && !/^\d{1,9}(,\d{1,9})*$/.test(delays))
    throw invalid("QUARRY_WEBHOOK_RETRY_MS", delays, "must be milliseconds joined by commas");
  return {
    allowPrivate: choice(env, "QUARRY_WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true",
    timeoutMs,
    // Also for finding the host and for noting the answer.
    leaseMs: timeoutMs * 2,
    retryDelaysMs: delays?.split(",").map(Number) ?? WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
  };
}

/**
 * Reads the settings of a vector store: `memory`, `pgvector`, `chroma`, or the path of a module of one's own.
 * @param name The store's name; when absent, the one that suits the database.
 * @throws QuarryError `invalid_request` when there is no such store.
 */
export function vectorStore(env: Environment, name: string | undefined): VectorStoreConfig {
  if (name !== undefined && /^\.{0,2}\//.test(name)) return { kind: "module", path: resolve(name) };
  const standard = databaseUrl(env) === undefined ? "memory" : "pgvector";
  const kind = name ?? standard;
  switch (kind) {
    case "memory":
      return { kind };
    case "pgvector":
      return { kind, halfvec: choice(env, "QUARRY_PGVECTOR_HALFVEC", ["true", "false"], "false") === "true" };
    case "chroma":
      return { kind, url: httpUrl(env, "CHROMA_URL") ?? "http://127.0.0.1:8000" };
    default:
      throw invalid(
        "QUARRY_VECTOR_STORE",
        kind,
        "must be memory, pgvector, chroma, or the path of a module of your own, e.g. ./my-store.ts",
      );
  }
}

/** Files are in the data folder, or in a bucket; its access is set by the names that other programs use too. */
function blobs(env: Environment): BlobsConfig {
  const bucket = text(env, "QUARRY_S3_BUCKET");
  if (bucket === undefined) return { kind: "disk" };
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw invalid("QUARRY_S3_BUCKET", bucket, "must be the name of a bucket");
  const either = (name: string) => text(env, `S3_${name}`) ?? text(env, `AWS_${name}`);
  return {
    kind: "s3",
    bucket,
    prefix: text(env, "QUARRY_S3_PREFIX") ?? "",
    endpoint: either("ENDPOINT"),
    region: either("REGION"),
    accessKeyId: either("ACCESS_KEY_ID"),
    secretAccessKey: either("SECRET_ACCESS_KEY"),
  };
}

/** A key, or the address of a server without keys. */
function openAi(env: Environment): OpenAiAccess | undefined {
  const apiKey = text(env, "OPENAI_API_KEY");
  const baseUrl = httpUrl(env, "OPENAI_BASE_URL");
  if (apiKey === undefined && baseUrl === undefined) return undefined;
  return { apiKey: apiKey ?? "none", baseUrl };
}

function embedder(env: Environment): EmbedderConfig {
  const kind = choice(
    env,
    "QUARRY_EMBEDDER",
    ["builtin", "openai", "local"] as const,
    text(env, "OPENAI_API_KEY") === undefined ? "builtin" : "openai",
  );
  if (kind === "builtin") return { kind };
  if (kind === "local") return localEmbedder(env);
  const access = openAi(env);
  if (!access)
    throw invalid(
      "QUARRY_EMBEDDER",
      "openai",
      "needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server without keys",
    );
  const dimensions = text(env, "QUARRY_EMBEDDING_DIMENSIONS");
  return {
    kind,
    ...access,
    model: text(env, "QUARRY_EMBEDDING_MODEL") ?? "text-embedding-3-small",
    dimensions:
      dimensions === undefined ? undefined : integer(env, "QUARRY_EMBEDDING_DIMENSIONS", 0, 1, 16_000),
  };
}

function localEmbedder(env: Environment): EmbedderConfig {
  const model = text(env, "QUARRY_LOCAL_MODEL") ?? "Xenova/bge-small-en-v1.5";
  const isPath = isAbsolute(model) || /^\.{1,2}\//.test(model);
  return {
    kind: "local",
    model: isPath ? resolve(model) : model,
    family:
      text(env, "QUARRY_LOCAL_FAMILY") === undefined
        ? undefined
        : choice(env, "QUARRY_LOCAL_FAMILY", LOCAL_FAMILIES, "mean"),
    hubUrl: httpUrl(env, "HF_ENDPOINT"),
    environment: only(env, ...LOCAL_ENVIRONMENT),
  };
}

function ocrLanguages(env: Environment): string[] {
  const value = text(env, "QUARRY_OCR_LANGUAGES") ?? "eng";
  const codes = value.split(/[\s,+]+/).filter((code) => code !== "");
  if (codes.length === 0 || !codes.every((code) => /^[a-z]{3}(?:_[a-z]+)*$/i.test(code)))
    throw invalid("QUARRY_OCR_LANGUAGES", value, "must name languages as Tesseract does, e.g. eng,fra,deu");
  return codes;
}

function httpUrl(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new QuarryError(
      "invalid_request",
      `Setting ${name} must be a URL of http or https (its value is not shown).`,
    );
  return value;
}

function databaseUrl(env: Environment): string | undefined {
  const value = text(env, "DATABASE_URL");
  if (value !== undefined && !/^postgres(?:ql)?:\/\//.test(value))
    throw new QuarryError(
      "invalid_request",
      "Setting DATABASE_URL must be a PostgreSQL URL, postgres://user:password@host/database (its value is not shown).",
    );
  return value;
}

function rootKey(env: Environment): string | undefined {
  const value = text(env, "QUARRY_ROOT_KEY");
  if (value !== undefined && !/^[\x21-\x7e]{20,200}$/.test(value))
    throw new QuarryError(
      "invalid_request",
      "Setting QUARRY_ROOT_KEY must be 20 to 200 printable characters without spaces (its value is not shown).",
    );
  return value;
}

function only(env: Environment, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

function integer(env: Environment, name: string, standard: number, minimum: number, maximum: number): number {
  const value = text(env, name);
  if (value === undefined) return standard;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < minimum || number > maximum)
    throw invalid(name, value, `must be a whole number from ${minimum} to ${maximum}`);
  return number;
}

function choice<Name extends string>(
  env: Environment,
  name: string,
  allowed: readonly Name[],
  standard: Name,
): Name {
  const value = text(env, name) ?? standard;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(name, value, `must be one of: ${allowed.join(", ")}`);
  return found;
}

function invalid(name: string, value: string, problem: string): QuarryError {
  return new QuarryError("invalid_request", `Setting ${name}=${JSON.stringify(value)} ${problem}.`);
}
