import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { QuarryError } from "@quarry/core";
import { readConfig } from "./config.ts";

type Environment = Parameters<typeof readConfig>[0];

function refusal(env: Environment): QuarryError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof QuarryError) return error;
  }
  throw new Error(`not refused: ${JSON.stringify(env)}`);
}

describe("the root key", () => {
  test("has 20 to 200 printable ASCII characters", () => {
    for (const key of ["k".repeat(20), "~!aZ09-_".repeat(25)])
      expect(readConfig({ QUARRY_ROOT_KEY: key }).rootKey).toBe(key);
  });

  test("does not appear in the error when it is refused", () => {
    for (const key of [
      "short-secret",
      "s".repeat(201),
      `secret ${"s".repeat(20)}`,
      `sécret${"s".repeat(20)}`,
    ]) {
      const { message } = refusal({ QUARRY_ROOT_KEY: key });
      expect(message).toContain("QUARRY_ROOT_KEY");
      expect(message).not.toContain(key.slice(0, 6));
    }
  });
});

describe("the database URL", () => {
  test("is a PostgreSQL URL", () => {
    for (const url of ["postgres://u:p@host/db", "postgresql://host:5432/db?sslmode=require"])
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(readConfig({}).databaseUrl).toBeUndefined();
  });

  test("does not appear in the error when it is refused", () => {
    for (const url of ["mysql://u:hunter2@host/db", "host/hunter2", "postgres:hunter2@", "http://hunter2"]) {
      const { message } = refusal({ DATABASE_URL: url });
      expect(message).toContain("DATABASE_URL");
      expect(message).not.toContain("hunter2");
    }
  });
});

describe("the embedder", () => {
  const embedder = (env: Environment) => readConfig(env).embedder;
  const DEFAULTS = {
    kind: "openai",
    model: "text-embedding-3-small",
    baseUrl: undefined,
    dimensions: undefined,
  };

  test("is OpenAI when an API key is set, unless configured otherwise", () => {
    expect(embedder({ OPENAI_API_KEY: "sk" })).toEqual({ ...DEFAULTS, kind: "openai", apiKey: "sk" });
    expect(embedder({ OPENAI_API_KEY: "sk", QUARRY_EMBEDDER: "builtin" })).toEqual({ kind: "builtin" });
  });

  test("accepts an OpenAI-compatible server without an API key", () => {
    const baseUrl = "http://localhost:11434/v1";
    expect(embedder({ QUARRY_EMBEDDER: "openai", OPENAI_BASE_URL: baseUrl })).toMatchObject({
      apiKey: "none",
      baseUrl,
    });
    expect(refusal({ QUARRY_EMBEDDER: "openai" }).message).toContain("needs OPENAI_API_KEY");
  });

  test("reads the model and dimensions", () => {
    const env = { OPENAI_API_KEY: "sk", QUARRY_EMBEDDING_MODEL: "bge", QUARRY_EMBEDDING_DIMENSIONS: "512" };
    expect(embedder(env)).toMatchObject({ model: "bge", dimensions: 512 });
    for (const dimensions of ["0", "16001", "many"])
      expect(refusal({ ...env, QUARRY_EMBEDDING_DIMENSIONS: dimensions }).message).toContain("DIMENSIONS");
  });

  test("is local when configured, even with an OpenAI key", () => {
    const local = {
      kind: "local",
      model: "Xenova/bge-small-en-v1.5",
      hubUrl: undefined,
      environment: {},
    } as const;
    expect(embedder({ QUARRY_EMBEDDER: "local", OPENAI_API_KEY: "sk" })).toEqual({
      ...local,
      family: undefined,
    });
    const env = {
      QUARRY_EMBEDDER: "local",
      QUARRY_LOCAL_FAMILY: "e5",
      HF_TOKEN: "hf",
      HF_ENDPOINT: "https://hub",
    };
    expect(
      embedder({ ...env, QUARRY_LOCAL_MODEL: "./models/mine", DATABASE_URL: "postgres://u:p@host/db" }),
    ).toEqual({
      ...{ kind: "local", model: resolve("models/mine"), family: "e5", hubUrl: "https://hub" },
      // The model's process receives none of the server's secrets.
      environment: { HF_TOKEN: "hf" },
    });
    expect(refusal({ ...env, QUARRY_LOCAL_FAMILY: "bert" }).message).toContain("bge, e5, nomic, cls, mean");
    const { message } = refusal({ ...env, HF_ENDPOINT: "hub:hunter2" });
    expect(message).toContain("HF_ENDPOINT");
    expect(message).not.toContain("hunter2");
  });

  test("requires an HTTP URL, and never shows the API key", () => {
    for (const baseUrl of [
      "localhost",
      "localhost:11434/v1",
      "/v1",
      "file:///v1",
      "ftp://host/v1",
      "http://",
    ]) {
      const { message } = refusal({ OPENAI_API_KEY: "sk-secret", OPENAI_BASE_URL: baseUrl });
      expect(message).toContain("OPENAI_BASE_URL");
      expect(message).not.toContain("sk-secret");
    }
  });
});

describe("the reranker", () => {
  const reranker = (env: Environment) => readConfig(env).reranker;
  const HTTP = { QUARRY_RERANKER: "http", QUARRY_RERANKER_URL: "https://api.cohere.com/v2" };

  test("is off by default, even with other reranker settings", () => {
    expect(reranker({})).toEqual({ kind: "off" });
    expect(reranker({ ...HTTP, QUARRY_RERANKER: "off", QUARRY_RERANKER_API_KEY: "key" })).toEqual({
      kind: "off",
    });
  });

  test("over HTTP requires a URL, and accepts an API key and a model", () => {
    const defaults = { kind: "http", baseUrl: "https://api.cohere.com/v2", timeoutMs: 5000 } as const;
    expect(reranker(HTTP)).toEqual({ ...defaults, apiKey: undefined, model: undefined });
    const env = { QUARRY_RERANKER_API_KEY: "key", QUARRY_RERANKER_MODEL: "rerank-v3.5" };
    expect(reranker({ ...HTTP, ...env, QUARRY_RERANKER_TIMEOUT_MS: "900" })).toEqual({
      ...{ ...defaults, apiKey: "key", model: "rerank-v3.5", timeoutMs: 900 },
    });
    expect(refusal({ ...HTTP, QUARRY_RERANKER_URL: "" }).message).toContain("needs QUARRY_RERANKER_URL");
    expect(refusal({ ...HTTP, QUARRY_RERANKER_TIMEOUT_MS: "0" }).message).toContain("from 10 to 120000");
  });

  test("runs a local model, whose process receives no secrets", () => {
    expect(reranker({ QUARRY_RERANKER: "local", QUARRY_RERANKER_API_KEY: "key", HF_TOKEN: "hf" })).toEqual({
      ...{ kind: "local", model: "Xenova/ms-marco-MiniLM-L-6-v2", hubUrl: undefined, timeoutMs: 15_000 },
      environment: { HF_TOKEN: "hf" },
    });
    const env = { QUARRY_RERANKER: "local", QUARRY_RERANKER_MODEL: "./models/mine" };
    expect(reranker(env)).toMatchObject({ model: resolve("models/mine") });
  });

  test("never shows its URL or API key", () => {
    for (const url of ["hunter2", "ftp://user:hunter2@host", "/hunter2"]) {
      const { message } = refusal({
        ...HTTP,
        QUARRY_RERANKER_URL: url,
        QUARRY_RERANKER_API_KEY: "sk-secret",
      });
      expect(message).toContain("QUARRY_RERANKER_URL");
      expect(message).not.toMatch(/hunter2|sk-secret/);
    }
  });
});
