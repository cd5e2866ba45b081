import { describe, expect, test } from "bun:test";
import { isAbsolute, resolve } from "node:path";
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

describe("the configuration", () => {
  test("of the log is a level and a format", () => {
    expect(readConfig({}).log).toEqual({ level: "info", format: "text" });
    expect(readConfig({ QUARRY_LOG_LEVEL: "debug", QUARRY_LOG_FORMAT: "json" }).log).toEqual({
      level: "debug",
      format: "json",
    });
    expect(refusal({ QUARRY_LOG_LEVEL: "verbose" }).message).toContain(
      'QUARRY_LOG_LEVEL="verbose" must be one of: debug, info, warn, error',
    );
    expect(refusal({ QUARRY_LOG_FORMAT: "xml" }).message).toContain("QUARRY_LOG_FORMAT");
  });

  test("has no metrics without a token of at least 20 characters, which an error does not show", () => {
    expect(readConfig({}).metricsToken).toBeUndefined();
    expect(readConfig({ QUARRY_METRICS_TOKEN: "t".repeat(20) }).metricsToken).toBe("t".repeat(20));
    const { message } = refusal({ QUARRY_METRICS_TOKEN: "short-token" });
    expect(message).toContain("QUARRY_METRICS_TOKEN");
    expect(message).not.toContain("short-token");
  });

  test("has traces when OpenTelemetry's endpoint is set", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    expect(readConfig({}).traces).toBeUndefined();
    expect(readConfig(endpoint).traces).toEqual({ ratio: 1 });
    expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: "true" }).traces).toBeUndefined();
    const sampled = { ...endpoint, OTEL_TRACES_SAMPLER: "parentbased_traceidratio" };
    expect(readConfig({ ...sampled, OTEL_TRACES_SAMPLER_ARG: "0.25" }).traces).toEqual({ ratio: 0.25 });
    for (const share of ["2", "-1", "all"])
      expect(refusal({ ...sampled, OTEL_TRACES_SAMPLER_ARG: share }).message).toContain(
        "OTEL_TRACES_SAMPLER_ARG",
      );
    expect(refusal({ ...endpoint, OTEL_TRACES_SAMPLER: "always" }).message).toContain("OTEL_TRACES_SAMPLER");
    expect(refusal({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }).message).toContain(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    );
  });

  test("has a default for every setting", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: "127.0.0.1",
      port: 7400,
      rootKey: undefined,
      enterprisePerMinute: null,
      timeoutsMs: { light: 15_000, question: 30_000, work: 240_000 },
      textCache: { memoryBytes: 32_000_000, fileBytes: 4_000_000_000 },
      vectorStore: { kind: "memory" },
      embedder: { kind: "builtin" },
      worker: { leaseMs: 60_000, maxAttempts: 12, statusHoldMs: 900_000 },
    });
    expect(config.limits).toEqual({
      ...{ maxFileBytes: 100_000_000, maxBodyBytes: 150_000_000, maxArchiveBytes: 20_000_000_000 },
    });
    expect(config.preparing.maxTextChars).toBe(10_000_000);
    expect(isAbsolute(config.dataDir)).toBe(true);
    expect(Object.isFrozen(config)).toBe(true);
  });

  test("PORT counts when QUARRY_PORT is not set", () => {
    expect(readConfig({ PORT: "8080" }).port).toBe(8080);
    expect(readConfig({ PORT: "8080", QUARRY_PORT: "9000" }).port).toBe(9000);
    expect(refusal({ PORT: "http" }).message).toContain('PORT="http"');
  });

  test("reads the environment and trims white space", () => {
    const config = readConfig({
      QUARRY_HOST: " 0.0.0.0\n",
      QUARRY_PORT: " 0 ",
      QUARRY_DATA_DIR: "data/../here",
    });
    expect([config.host, config.port, config.dataDir]).toEqual(["0.0.0.0", 0, resolve("here")]);
  });

  test("treats an empty setting as unset", () => {
    expect(readConfig({ QUARRY_PORT: "", QUARRY_ROOT_KEY: "  ", OPENAI_API_KEY: "" })).toEqual(
      readConfig({}),
    );
  });

  test("allows bodies that hold the largest file in base64", () => {
    for (const bytes of [1, 1000, 2_000_000_000]) {
      const { limits } = readConfig({ QUARRY_MAX_FILE_BYTES: `${bytes}` });
      expect(limits.maxFileBytes).toBe(bytes);
      expect(limits.maxBodyBytes).toBeGreaterThan(4 * Math.ceil(bytes / 3));
    }
  });

  test("refuses values that are not whole numbers within bounds, and names the setting, value and bounds", () => {
    const bounds: readonly (readonly [name: string, minimum: number, maximum: number])[] = [
      ["QUARRY_PORT", 0, 65_535],
      ["QUARRY_MAX_FILE_BYTES", 1, 2_000_000_000],
      ["QUARRY_MAX_TEXT_CHARS", 1000, 400_000_000],
      ["QUARRY_TEXT_CACHE_MB", 1, 1_000_000],
      ["QUARRY_TEXT_FILE_MB", 1, 16_000],
      ["QUARRY_MAX_ARCHIVE_BYTES", 1, 1_000_000_000_000_000],
      ["QUARRY_JOB_LEASE_MS", 100, 3_600_000],
      ["QUARRY_ENTERPRISE_REQUESTS_PER_MINUTE", 1, 1_000_000_000],
      ["QUARRY_JOB_MAX_ATTEMPTS", 1, 100],
      ["QUARRY_STATUS_HOLD_MS", 100, 86_400_000],
    ];
    for (const [name, minimum, maximum] of bounds) {
      for (const value of [`${minimum}`, `${maximum}`])
        expect(() => readConfig({ [name]: value })).not.toThrow();
      for (const value of [
        `${minimum - 1}`,
        `${maximum + 1}`,
        "1.5",
        "1e3",
        "0x10",
        "+5",
        "five",
        "1 000",
        "٣",
      ]) {
        const error = refusal({ [name]: value });
        expect(error.code).toBe("invalid_request");
        expect(error.message).toBe(
          `Setting ${name}="${value}" must be a whole number from ${minimum} to ${maximum}.`,
        );
      }
    }
  });

  test("refuses unknown choices and lists the known ones", () => {
    expect(refusal({ QUARRY_VECTOR_STORE: "my store" }).message).toContain(
      'QUARRY_VECTOR_STORE="my store" must be memory, pgvector, chroma, or the path or package',
    );
    expect(refusal({ QUARRY_DEFAULT_TIER: "gold" }).message).toContain(
      "must be one of: sandbox, developer, pro, enterprise",
    );
    expect(refusal({ QUARRY_EMBEDDER: "OpenAI" }).message).toContain(
      "must be one of: builtin, openai, local",
    );
  });
});
