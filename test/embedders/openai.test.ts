import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "@quarry/embedders";
import {
  type EmbeddingProvider,
  hashedVector,
  startEmbeddingProvider,
} from "../support/embedding-provider.ts";
import { failure } from "../support/failure.ts";
import { until } from "../support/until.ts";

let provider: EmbeddingProvider;
beforeAll(() => {
  provider = startEmbeddingProvider();
});
afterEach(() => provider.reset());
afterAll(() => provider.stop());

const quick = { baseDelayMs: 10, maxDelayMs: 40 };

function embedder(options: Partial<OpenAiEmbedderOptions> = {}) {
  return createOpenAiEmbedder({ apiKey: provider.apiKey, baseUrl: provider.url, ...quick, ...options });
}

function texts(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `text number ${at}`);
}

function expectVectors(
  vectors: readonly Float32Array[],
  expected: readonly string[],
  dimensions = 1536,
): void {
  expect(vectors.length).toBe(expected.length);
  expected.forEach((text, at) => {
    const want = hashedVector(text, dimensions);
    const off = Math.max(
      ...want.map((value, place) => Math.abs(value - (vectors[at]?.[place] ?? Number.NaN))),
    );
    expect(off).toBeLessThan(1e-5);
  });
}

describe("vectors", () => {
  test("keep their order over many requests, even if responses are shuffled", async () => {
    provider.set({ shuffle: true, delayMs: 20, shareDelayed: 0.5 });
    expectVectors(await embedder({ maxBatch: 7 }).embed(texts(60), "document"), texts(60));
    expect(provider.stats.calls).toBe(9);
    expect(provider.stats.maxConcurrency).toBeLessThanOrEqual(4);
  });

  test("are decoded without index, from base64 and from floats", async () => {
    provider.set({ withoutIndex: true });
    expectVectors(await embedder().embed(texts(3), "document"), texts(3));
    expectVectors(await embedder({ encoding: "base64" }).embed(texts(3), "document"), texts(3));
    expect(provider.stats.latest.encoding).toBe("base64");
    provider.set({ forceEncoding: "float" });
    expectVectors(await embedder({ encoding: "base64" }).embed(texts(3), "document"), texts(3));
  });

  test("of empty texts are zeros, and empty texts are not sent", async () => {
    const vectors = await embedder().embed(["", "word", " \n\t", "more"], "document");
    expect(provider.stats.inputs).toEqual([["word", "more"]]);
    expect(vectors.map((vector) => vector.some((value) => value !== 0))).toEqual([false, true, false, true]);
    expect((await embedder().embed(["  "], "query"))[0]?.length).toBe(1536);
    expect(provider.stats.calls).toBe(1);
  });

  test("have the configured dimensions, and the id contains model, dimensions and host", async () => {
    const short = embedder({ dimensions: 256 });
    expect(short.model).toBe(`openai:text-embedding-3-small:256@127.0.0.1:${provider.port}`);
    expectVectors(await short.embed(["a b c"], "query"), ["a b c"], 256);
    expect(provider.stats.latest.dimensions).toBe(256);
    expect(createOpenAiEmbedder({ apiKey: "k" }).model).toBe("openai:text-embedding-3-small");
    expect(createOpenAiEmbedder({ apiKey: "k", dimensions: 1536 }).model).toBe(
      "openai:text-embedding-3-small",
    );
    expect(createOpenAiEmbedder({ apiKey: "k", model: "text-embedding-3-large" }).dimensions).toBe(3072);
    expect(() => embedder({ model: "nomic-embed-text" })).toThrow("QUARRY_EMBEDDING_DIMENSIONS");
    expect(() => embedder({ dimensions: 4096 })).toThrow("whose vectors have 1536");
  });

  test("come from a fixed-length model that rejects the `dimensions` field", async () => {
    provider.set({ dimensions: 768, refusesDimensions: true });
    const fixed = embedder({ model: "nomic-embed-text", dimensions: 768 });
    expectVectors(await fixed.embed(["a"], "document"), ["a"], 768);
    expectVectors(await fixed.embed(["b"], "document"), ["b"], 768);
    expect(provider.stats.calls).toBe(3);
  });

  test("of long texts are computed from the beginning of the text", async () => {
    const long = "word ".repeat(20_000);
    await embedder().embed([long], "document");
    expect(provider.stats.inputs[0]?.[0]?.length).toBe(24_000);
    provider.set({ maxCharacters: 2000 });
    expect((await embedder().embed([long, "short"], "document")).length).toBe(2);
    expect(provider.stats.inputs.at(-1)?.map((text) => text.length)).toEqual([1500, 5]);
  });

  test("are requested in batches limited by tokens", async () => {
    const long = Array.from({ length: 10 }, (_, at) => `${at} ${"x".repeat(2990)}`);
    expectVectors(await embedder({ maxBatchTokens: 3000 }).embed(long, "document"), long);
    expect(provider.stats.inputs.map((input) => input.length)).toEqual([3, 3, 3, 1]);
  });
});

describe("a busy provider", () => {
  test("that responds to 80 % of calls with 429 gets no unnecessary calls", async () => {
    provider.set({ share429: 0.8, refusalHeaders: { "retry-after-ms": "5" } });
    const shared = embedder({ maxBatch: 5 });
    const all = await Promise.all(Array.from({ length: 8 }, () => shared.embed(texts(20), "document")));
    for (const vectors of all) expectVectors(vectors, texts(20));
    const { calls, answered, refused429 } = provider.stats;
    expect(answered).toBe(32);
    expect(refused429).toBeGreaterThan(32);
    expect(calls).toBeLessThanOrEqual(1.2 * 32 + refused429);
  });

  test("with a rate limit gets few excess calls, because all callers share the pause", async () => {
    provider.set({ limit: { calls: 10, windowMs: 250 } });
    const shared = embedder({ maxBatch: 1 });
    const all = await Promise.all(Array.from({ length: 10 }, () => shared.embed(texts(4), "document")));
    for (const vectors of all) expectVectors(vectors, texts(4));
    expect(provider.stats.answered).toBe(40);
    // Three full windows, with at most four running calls at the end of each.
    expect(provider.stats.refused429).toBeLessThanOrEqual(3 * 4);
  });

  test("gets the requested pause from parallel callers, too", async () => {
    provider.set({ status: 429, refusalHeaders: { "retry-after": "1.5" } });
    const shared = embedder({ maxBatch: 1 });
    const work = Promise.all([shared.embed(texts(4), "document"), shared.embed(texts(4), "document")]);
    await Bun.sleep(200);
    const before = provider.stats.calls;
    expect(before).toBeLessThanOrEqual(4);
    provider.set({ status: undefined });
    await work;
    const first = provider.stats.calledAtMs[0] ?? 0;
    const next = provider.stats.calledAtMs[before] ?? 0;
    expect(next - first).toBeGreaterThanOrEqual(1495);
    expect(provider.stats.calls).toBe(before + 8);
  });

  test("does not delay a query beyond its timeout", async () => {
    provider.set({ status: 429, refusalHeaders: { "retry-after": "30" } });
    const startMs = performance.now();
    const error = await failure(embedder().embed(["q"], "query"));
    // Far below the requested pause.
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(error.code).toBe("unavailable");
    expect(error.retryAfterMs).toBeGreaterThan(29_000);
    expect(provider.stats.calls).toBe(1);
  });

  test("serves queries while documents occupy all their slots", async () => {
    provider.set({ delayMs: 300 });
    const shared = embedder({ maxBatch: 1 });
    const documents = shared.embed(texts(12), "document");
    await until("a call in each slot", () => (provider.stats.calls >= 4 ? true : undefined));
    await shared.embed(["q"], "query");
    // Behind the four texts of the slots, and on a slow machine their successors, but not behind all twelve.
    expect(provider.stats.inputs.flat().indexOf("q")).toBeLessThan(12);
    await documents;
  });
});

describe("a broken provider", () => {
  test.each([
    ["500s", { share500: 0.5 }],
    ["dropped connections", { shareDropped: 0.5 }],
    ["malformed JSON", { shareMalformed: 0.5 }],
  ])("with %s is called again", async (_, fault) => {
    provider.set(fault);
    expectVectors(await embedder({ maxBatch: 2, maxAttempts: 20 }).embed(texts(20), "document"), texts(20));
    expect(provider.stats.failed).toBeGreaterThan(0);
    expect(provider.stats.answered).toBe(10);
  });

  test("that is too slow for a query fails within the query's timeout", async () => {
    provider.set({ delayMs: 10_000 });
    const startMs = performance.now();
    const error = await failure(embedder({ queryTimeoutMs: 150 }).embed(["q"], "query"));
    expect(performance.now() - startMs).toBeLessThan(5000);
    expect(error.message).toMatch(/did not answer within 0\.1[45]\d* s/);
    expect(error.retryAfterMs).toBeGreaterThan(0);
  });

  test("with the wrong number of vectors, or zeros, fails after a few attempts", async () => {
    provider.set({ extraVectors: -1 });
    const short = await failure(embedder({ maxAttempts: 3 }).embed(texts(3), "document"));
    expect(short.message).toContain("2 vectors for 3 texts");
    expect(provider.stats.calls).toBe(3);
    provider.set({ extraVectors: 0, zeros: true });
    const zeros = await failure(embedder({ maxAttempts: 2 }).embed(texts(3), "document"));
    expect(zeros.message).toContain("zeros");
  });

  test("with vectors of another length is not called again, and the message contains the right setting", async () => {
    provider.set({ wrongDimensions: 768 });
    const error = await failure(embedder().embed(texts(2), "document"));
    expect(error.message).toContain("768 dimensions, but 1536 were expected");
    expect(error.message).toContain("QUARRY_EMBEDDING_DIMENSIONS to 768");
    expect([error.code, error.retryable, error.retryAfterMs]).toEqual(["unavailable", false, undefined]);
    expect(provider.stats.calls).toBe(1);
  });

  test("with an exhausted quota is not called again", async () => {
    provider.set({ status: 429, code429: "insufficient_quota" });
    expect((await failure(embedder().embed(["a"], "document"))).message).toContain("quota");
    expect(provider.stats.calls).toBe(1);
  });

  test("that stopped fails queries immediately, and works again after a restart", async () => {
    const port = provider.port;
    const shared = embedder({
      circuitFailures: 2,
      circuitOpenMs: 1500,
      queryTimeoutMs: 1000,
      maxAttempts: 3,
    });
    await provider.stop();
    for (let turn = 0; turn < 3; turn++) await failure(shared.embed(["q"], "query"));
    const startMs = performance.now();
    const error = await failure(shared.embed(["q"], "query"));
    expect(performance.now() - startMs).toBeLessThan(500);
    expect(error.message).toContain("cannot be reached");
    expect(error.retryAfterMs).toBeGreaterThan(0);
    expect((await failure(shared.embed(["d"], "document"))).code).toBe("unavailable");
    provider = startEmbeddingProvider({ port });
    const ask = () => shared.embed(["q"], "query").catch(() => undefined);
    expectVectors(await until("the next attempt", ask), ["q"]);
    expectVectors(await shared.embed(["d"], "document"), ["d"]);
  });

  test("does not delay closing the embedder", async () => {
    provider.set({ delayMs: 2000 });
    const closing = embedder();
    const waiting = failure(closing.embed(["a"], "document"));
    await Bun.sleep(30);
    await closing.close();
    expect((await waiting).message).toContain("closed");
    expect((await failure(closing.embed(["a"], "query"))).message).toContain("closed");
  });
});

describe("the key", () => {
  /** Returns every part of an error that a log or response could contain. */
  function everything(error: unknown): string {
    const parts: string[] = [];
    for (let at: unknown = error; at !== undefined; at = at instanceof Error ? at.cause : undefined) {
      parts.push(JSON.stringify(at), String(at), at instanceof Error ? (at.stack ?? "") : "");
      if (at instanceof Error)
        parts.push(...Object.getOwnPropertyNames(at).map((name) => String(Reflect.get(at, name))));
    }
    return [...parts, Bun.inspect(error, { depth: 10 })].join("\n");
  }

  const key = "sk-secret-abcdefghijklmnop";

  test("that is rejected is not retried and not shown", async () => {
    provider.set({ echoesKey: true });
    const error = await failure(embedder({ apiKey: `${key}\n` }).embed(["q"], "query"));
    expect(error.message).toContain("refused the key (HTTP 401)");
    expect([error.code, error.retryable]).toEqual(["unavailable", false]);
    expect(provider.stats.calls).toBe(1);
    expect(everything(error)).not.toContain("abcdefghijklmnop");
  });

  test.each([400, 403, 404, 429, 500, 503])("is in no error after status %d", async (status) => {
    provider.set({ apiKey: key, status, echoesKey: true });
    let texts = "";
    // The last of several attempts may have too little time left, and time out instead.
    for (let round = 0; round < 10 && !texts.includes(String(status)); round += 1)
      texts += everything(
        await failure(embedder({ apiKey: key, queryTimeoutMs: 100 }).embed(["q"], "query")),
      );
    expect(texts).not.toContain("abcdefghijklmnop");
    expect(texts).toContain(String(status));
  });

  test("is in no error of an invalid response, connection or setting", async () => {
    for (const fault of [{ shareMalformed: 1 }, { shareDropped: 1 }, { delayMs: 100 }, { zeros: true }]) {
      provider.reset();
      provider.set({ apiKey: key, echoesKey: true, ...fault });
      const error = await failure(embedder({ apiKey: key, queryTimeoutMs: 60 }).embed(["q"], "query"));
      expect(everything(error)).not.toContain("abcdefghijklmnop");
    }
    const elsewhere = embedder({ apiKey: key, baseUrl: "http://127.0.0.1:1/v1", queryTimeoutMs: 60 });
    expect(everything(await failure(elsewhere.embed(["q"], "query")))).not.toContain("abcdefghijklmnop");
    expect(Bun.inspect(elsewhere, { depth: 10 })).not.toContain("abcdefghijklmnop");
    const odd = await failure(Promise.resolve().then(() => embedder({ apiKey: `${key}\u0000x` })));
    expect(everything(odd)).not.toContain("abcdefghijklmnop");
  });
});
