import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Reranker } from "@quarry/core";
import { createHttpReranker, type HttpRerankerOptions } from "@quarry/rerankers";
import { failure } from "../support/failure.ts";
import {
  fakeRelevance,
  type RerankProviderOptions,
  startRerankProvider,
} from "../support/rerank-provider.ts";

const KEY = "never-shown-0123456789abcdef";
const QUESTION = "Who sleeps by the oven?";
const TEXTS = ["The motor needs oil.", "The cat sleeps by the oven.", "Bake the bread in the oven."];

const provider = startRerankProvider({ apiKey: KEY, echoesKey: true });
const opened: Reranker[] = [];
beforeEach(() => provider.reset());
afterEach(async () => {
  for (const reranker of opened.splice(0)) await reranker.close();
});
afterAll(() => provider.stop());

function open(options: Partial<HttpRerankerOptions> = {}): Reranker {
  const reranker = createHttpReranker({
    ...{ baseUrl: provider.url, apiKey: KEY, model: "fake" },
    ...options,
  });
  opened.push(reranker);
  return reranker;
}

/** Returns every part of an error that a log could contain. */
function everythingIn(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? everythingIn(error.cause) : "";
  return `${String(error)} ${JSON.stringify(error)} ${cause}`;
}

const wanted = (texts: readonly string[], question = QUESTION) =>
  texts.map((text) => expect.closeTo(fakeRelevance(question, text), 4));

describe("a reranker over HTTP", () => {
  test("has a name with model and host, and sends the fields of the API", async () => {
    const reranker = open();
    expect(reranker.model).toBe(`http:fake@127.0.0.1:${provider.port}`);
    expect([...(await reranker.rerank(QUESTION, TEXTS))]).toEqual(wanted(TEXTS));
    expect(provider.calls).toEqual([
      {
        question: QUESTION,
        texts: TEXTS,
        fields: ["model", "query", "documents", "top_n"],
        authorization: `Bearer ${KEY}`,
        atMs: expect.any(Number),
      },
    ]);
  });

  const FORMS: [form: RerankProviderOptions["form"], calls: number][] = [
    ["cohere", 1],
    ["jina", 1],
    // The first request is rejected; later ones use the right form.
    ["voyage", 2],
    ["tei", 2],
  ];
  for (const [form, calls] of FORMS)
    test(`supports the API of ${form}`, async () => {
      provider.set({ form });
      const reranker = open();
      expect([...(await reranker.rerank(QUESTION, TEXTS))]).toEqual(wanted(TEXTS));
      expect(provider.calls).toHaveLength(calls);
      await reranker.rerank(QUESTION, TEXTS);
      expect(provider.calls).toHaveLength(calls + 1);
    });

  test("maps logits to scores from 0 to 1 in the same order", async () => {
    provider.set({ form: "llama" });
    const scores = await open().rerank(QUESTION, TEXTS);
    const relevances = TEXTS.map((text) => fakeRelevance(QUESTION, text));
    expect([...scores]).toEqual(
      relevances.map((relevance) => expect.closeTo(1 / (1 + Math.exp(8 - 16 * relevance)), 4)),
    );
  });

  test("needs neither a key nor a model if the server has a single model", async () => {
    provider.set({ form: "jina", apiKey: undefined });
    const reranker = open({ apiKey: undefined, model: undefined });
    expect([...(await reranker.rerank(QUESTION, TEXTS))]).toEqual(wanted(TEXTS));
    expect(provider.calls[0]).toMatchObject({ authorization: null, fields: ["query", "documents", "top_n"] });
  });

  test("accepts the address of the API or of its endpoint", async () => {
    for (const baseUrl of [`${provider.url}/`, `${provider.url}/rerank`, `${provider.url}/rerank/`])
      expect(await open({ baseUrl }).rerank(QUESTION, TEXTS)).toHaveLength(3);
  });

  test("splits a request if the server accepts fewer texts, and remembers the limit", async () => {
    provider.set({ maxTexts: 4 });
    const texts = Array.from({ length: 17 }, (_, at) => `${TEXTS[at % 3]} ${at}`);
    const reranker = open();
    expect([...(await reranker.rerank(QUESTION, texts))]).toEqual(wanted(texts));
    const sizes = provider.calls.map((call) => call.texts.length);
    expect(Math.max(...sizes)).toBe(17);
    provider.calls.length = 0;
    await reranker.rerank(QUESTION, texts);
    for (const call of provider.calls) expect(call.texts.length).toBeLessThanOrEqual(4);
  });

  test("truncates texts that are too long for the server", async () => {
    provider.set({ maxCharacters: 100 });
    const scores = await open().rerank(QUESTION, [TEXTS[1] ?? "", `The cat sleeps. ${"word ".repeat(80)}`]);
    expect(scores).toHaveLength(2);
    expect(provider.calls.at(-1)?.texts[0]).toBe(TEXTS[1] ?? "");
  });

  test("never sends blank texts, and sends no request without texts", async () => {
    const reranker = open();
    expect([...(await reranker.rerank(QUESTION, [" ", TEXTS[1] ?? "", ""]))]).toEqual([
      0,
      ...wanted([TEXTS[1] ?? ""]),
      0,
    ]);
    expect(provider.calls.map((call) => call.texts)).toEqual([[TEXTS[1] ?? ""]]);
    expect(await reranker.rerank(QUESTION, ["", " "])).toEqual(new Float32Array(2));
    expect(await reranker.rerank("\n", TEXTS)).toEqual(new Float32Array(3));
    expect(provider.calls).toHaveLength(1);
  });

  const TEMPORARY_FAILURES: [name: string, behaviour: Partial<RerankProviderOptions>][] = [
    ["a server error", { status: 500 }],
    ["a bad gateway", { status: 502 }],
    ["too many calls", { status: 429, refusalHeaders: { "retry-after-ms": "200" } }],
    ["overload", { status: 503, refusalHeaders: { "retry-after": "0.2" } }],
    ["a dropped connection", { drops: true }],
    ["half a response", { body: '{"results":[{"index":0' }],
  ];
  for (const [name, behaviour] of TEMPORARY_FAILURES)
    test(`retries after ${name}`, async () => {
      provider.set({ ...behaviour, troubles: 2 });
      expect([...(await open().rerank(QUESTION, TEXTS))]).toEqual(wanted(TEXTS));
      expect(provider.calls).toHaveLength(3);
      const [first, second] = provider.calls;
      if (behaviour.refusalHeaders)
        expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(195);
    });

  const PERMANENT_FAILURES: [name: string, behaviour: Partial<RerankProviderOptions>, message: RegExp][] = [
    ["a wrong key", { apiKey: "another" }, /refused the key \(HTTP 401\): check QUARRY_RERANKER_API_KEY\.$/],
    ["an unknown model", { onlyModel: "x" }, /check QUARRY_RERANKER_URL and QUARRY_RERANKER_MODEL\.$/],
    [
      "a redirect",
      { status: 301, refusalHeaders: { location: "/v2" } },
      /\(HTTP 301\): check QUARRY_RERANKER_URL/,
    ],
    ["an unpaid account", { status: 402 }, /plan and billing/],
    ["a model that does not rerank", { status: 424 }, /cannot rerank/],
    ["a rejected request", { status: 418 }, /did not accept the request \(HTTP 418\)/],
  ];
  for (const [name, behaviour, message] of PERMANENT_FAILURES)
    test(`does not retry after ${name}`, async () => {
      provider.set(behaviour);
      const error = await failure(open().rerank(QUESTION, TEXTS));
      expect([error.code, error.retryable]).toEqual(["unavailable", false]);
      expect(error.message).toStartWith(`The reranker (127.0.0.1:${provider.port}) `);
      expect(error.message).toMatch(message);
      expect(provider.calls).toHaveLength(1);
    });

  test("times out and aborts the call when the server does not respond", async () => {
    provider.set({ delayMs: 30_000 });
    const error = await failure(open({ timeoutMs: 300 }).rerank(QUESTION, TEXTS));
    expect([error.code, error.retryable]).toEqual(["unavailable", true]);
    expect(error.message).toMatch(/did not answer within 0\.(29|3)\d* s/);
    expect(error.retryAfterMs).toBeGreaterThan(0);
  });

  test("fails immediately if the server requests a pause beyond the timeout", async () => {
    provider.set({ status: 429, refusalHeaders: { "retry-after": "60" } });
    const error = await failure(open().rerank(QUESTION, TEXTS));
    expect(error.message).toContain("is limiting the number of calls");
    expect(error.retryAfterMs).toBeGreaterThan(50_000);
    expect(provider.calls).toHaveLength(1);
  });

  const results = (...items: object[]) => JSON.stringify({ results: items });
  const INVALID_RESPONSES: [name: string, body: string][] = [
    ["an HTML page", "<html>hello</html>"],
    ["no list", '{"results":{}}'],
    ["null", "null"],
    ["too few", results({ index: 0, relevance_score: 0.5 })],
    ["one text twice", results(...[0, 1, 1].map((index) => ({ index, relevance_score: 0.5 })))],
    ["a text that was not sent", results(...[0, 1, 3].map((index) => ({ index, relevance_score: 0.5 })))],
    ["strings for scores", results(...[0, 1, 2].map((index) => ({ index, relevance_score: "0.5" })))],
    ["no scores", results(...[0, 1, 2].map((index) => ({ index })))],
    ["too large a response", " ".repeat(2000)],
  ];
  for (const [name, body] of INVALID_RESPONSES)
    test(`rejects ${name} as an invalid response`, async () => {
      provider.set({ body });
      const error = await failure(open({ timeoutMs: 200, maxResponseBytes: 1000 }).rerank(QUESTION, TEXTS));
      expect([error.code, error.retryable]).toEqual(["unavailable", true]);
      expect(error.message).toMatch(/returned (an invalid|too large a) response/);
    });

  test("reports a server that cannot be reached", async () => {
    const error = await failure(
      open({ baseUrl: "http://user:hunter2@127.0.0.1:1/v1", timeoutMs: 200 }).rerank(QUESTION, TEXTS),
    );
    expect([error.code, error.message]).toEqual([
      "unavailable",
      "The reranker (127.0.0.1:1) cannot be reached.",
    ]);
    expect(everythingIn(error)).not.toContain("hunter2");
  });

  test("never shows the key", async () => {
    for (const status of [400, 401, 429, 500]) {
      provider.set({ status });
      const error = await failure(open({ timeoutMs: 200 }).rerank(QUESTION, TEXTS));
      expect(everythingIn(error)).not.toContain(KEY);
    }
    expect(() => open({ apiKey: `${KEY}\u00e9` })).toThrow(/QUARRY_RERANKER_API_KEY contains characters/);
    provider.reset();
    expect(await open({ apiKey: `${KEY}\n` }).rerank(QUESTION, TEXTS)).toHaveLength(3);
  });
});
