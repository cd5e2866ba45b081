import { behavedProvider, type EmbeddingProviderOptions } from "./embedding-provider-options.ts";
import { seededRandom } from "./seeded-random.ts";

export { behavedProvider, type EmbeddingProviderOptions } from "./embedding-provider-options.ts";
export { hashedVector } from "./hashed-vector.ts";

/** Counters of the fake provider. */
export interface EmbeddingProviderStats {
  /** All calls, including refused ones. */
  calls: number;
  /** Calls answered with vectors. */
  answered: number;
  /** Texts in calls answered with vectors. */
  texts: number;
  refused429: number;
  /** All other responses without vectors. */
  failed: number;
  concurrency: number;
  maxConcurrency: number;
  /** Arrival time of each call, in milliseconds since 1970. */
  readonly calledAtMs: number[];
  /** Texts of each call, including refused ones. */
  readonly inputs: string[][];
  /** `dimensions` and `encoding_format` of the latest call. */
  latest: { dimensions: number | undefined; encoding: string };
}

/** A running fake provider. */
export interface EmbeddingProvider {
  /** Base URL with `/v1`, for `OPENAI_BASE_URL`. */
  readonly url: string;
  readonly port: number;
  readonly apiKey: string;
  readonly stats: EmbeddingProviderStats;
  /** Changes the behaviour from the next call on. */
  set(options: Partial<EmbeddingProviderOptions>): void;
  /** Resets behaviour and counters. */
  reset(): void;
  stop(): Promise<void>;
}

interface EmbeddingsBody {
  readonly input: string | readonly string[];
  readonly model?: string;
  readonly dimensions?: number;
  readonly encoding_format?: "float" | "base64";
}

function emptyStats(): EmbeddingProviderStats {
  const latest = { dimensions: undefined, encoding: "float" };
  const counts = {
    calls: 0,
    answered: 0,
    texts: 0,
    refused429: 0,
    failed: 0,
    concurrency: 0,
    maxConcurrency: 0,
  };
  return { ...counts, calledAtMs: [], inputs: [], latest };
}

function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"object":"list","data":['));
      await Bun.sleep(5);
      controller.error(new Error("connection dropped on purpose"));
    },
  });
}

/** Starts a server on 127.0.0.1 with OpenAI's embeddings API and configurable faults. */
export function startEmbeddingProvider(start: Partial<EmbeddingProviderOptions> = {}): EmbeddingProvider {
  const initial: EmbeddingProviderOptions = { ...behavedProvider, ...start };
  let options = initial;
  let random = seededRandom(options.seed);
  let windowEndMs = 0;
  let windowCalls = 0;
  const stats = emptyStats();

  function refuse(status: number, code: string, message: string, request: Request, headers = {}): Response {
    if (status === 429) stats.refused429 += 1;
    else stats.failed += 1;
    const key = options.echoesKey ? ` (${request.headers.get("authorization")})` : "";
    const error = { message: message + key, type: code, code, param: code === "dimensions" ? code : null };
    return Response.json({ error }, { status, headers });
  }

  function refuse429(request: Request, headers: Readonly<Record<string, string>>): Response {
    return refuse(429, options.code429, "Rate limit reached for requests.", request, headers);
  }

  function overLimit(request: Request): Response | undefined {
    if (options.limit === undefined) return undefined;
    if (Date.now() >= windowEndMs) {
      windowEndMs = Date.now() + options.limit.windowMs;
      windowCalls = 0;
    }
    windowCalls += 1;
    if (windowCalls <= options.limit.calls) return undefined;
    return refuse429(request, { "retry-after-ms": String(Math.max(1, windowEndMs - Date.now())) });
  }

  function vectors(texts: readonly string[], body: EmbeddingsBody): Response {
    const dimensions = options.wrongDimensions ?? body.dimensions ?? options.dimensions;
    const encoding = options.forceEncoding ?? body.encoding_format ?? "float";
    const count = Math.max(0, texts.length + options.extraVectors);
    const data = Array.from({ length: count }, (_, index) => {
      const vector = options.vectorOf(texts[index] ?? "", dimensions);
      if (options.zeros) vector.fill(0);
      const embedding = encoding === "float" ? [...vector] : Buffer.from(vector.buffer).toString("base64");
      return { object: "embedding", ...(options.withoutIndex ? {} : { index }), embedding };
    });
    if (options.shuffle) data.reverse();
    stats.answered += 1;
    stats.texts += texts.length;
    const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    return Response.json({ object: "list", model: body.model ?? "fake", data, usage });
  }

  async function answer(request: Request): Promise<Response> {
    const body = (await request.json()) as EmbeddingsBody;
    const texts = typeof body.input === "string" ? [body.input] : body.input;
    stats.inputs.push([...texts]);
    if (options.onlyModel !== undefined && options.onlyModel !== body.model) return vectors(texts, body);
    stats.latest = { dimensions: body.dimensions, encoding: body.encoding_format ?? "float" };
    // One draw per fault and call, so that enabling one fault does not change the others.
    const [draw429, draw500, drawDropped, drawMalformed, drawDelayed] = Array.from({ length: 5 }, random);
    if (options.delayMs > 0 && (drawDelayed ?? 0) < options.shareDelayed) await Bun.sleep(options.delayMs);
    if (request.headers.get("authorization") !== `Bearer ${options.apiKey}`) {
      return refuse(401, "invalid_api_key", "Incorrect API key provided.", request);
    }
    if (options.status !== undefined) {
      if (options.status === 429) return refuse429(request, options.refusalHeaders);
      return refuse(options.status, "server_error", "Told to fail.", request, options.refusalHeaders);
    }
    const limited = overLimit(request);
    if (limited !== undefined) return limited;
    if ((draw429 ?? 0) < options.share429) return refuse429(request, options.refusalHeaders);
    if ((draw500 ?? 0) < options.share500) return refuse(500, "server_error", "Something broke.", request);
    if ((drawDropped ?? 0) < options.shareDropped) {
      stats.failed += 1;
      return new Response(brokenBody(), { headers: { "content-type": "application/json" } });
    }
    if ((drawMalformed ?? 0) < options.shareMalformed) {
      stats.failed += 1;
      return new Response('{"object":"list","data":[', { headers: { "content-type": "application/json" } });
    }
    if (texts.length === 0 || texts.length > 2048 || texts.some((text) => text.trim() === "")) {
      return refuse(400, "invalid_request_error", "'$.input' is invalid.", request);
    }
    if (body.dimensions !== undefined && options.refusesDimensions) {
      return refuse(400, "dimensions", "This model does not support matryoshka representation.", request);
    }
    const { refusedText } = options;
    if (refusedText !== undefined && texts.some((text) => text.includes(refusedText)))
      return refuse(400, "content_policy", "This text is against the rules.", request);
    const { maxCharacters = Number.POSITIVE_INFINITY } = options;
    if (texts.some((text) => text.length > maxCharacters)) {
      return refuse(
        400,
        "invalid_request_error",
        "This model's maximum context length is exceeded.",
        request,
      );
    }
    return vectors(texts, body);
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: initial.port,
    idleTimeout: 0,
    // Dropped connections are intended: no error page, no log.
    development: false,
    error: () => new Response(null, { status: 500 }),
    async fetch(request) {
      if (request.method !== "POST" || new URL(request.url).pathname !== "/v1/embeddings") {
        return refuse(404, "not_found", "Unknown address.", request);
      }
      stats.calls += 1;
      stats.calledAtMs.push(Date.now());
      stats.concurrency += 1;
      stats.maxConcurrency = Math.max(stats.maxConcurrency, stats.concurrency);
      try {
        return await answer(request);
      } finally {
        stats.concurrency -= 1;
      }
    },
  });

  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    port: server.port ?? 0,
    apiKey: initial.apiKey,
    stats,
    set(changed) {
      options = { ...options, ...changed };
      if (changed.seed !== undefined) random = seededRandom(changed.seed);
      windowEndMs = 0;
    },
    reset() {
      options = initial;
      random = seededRandom(initial.seed);
      windowEndMs = 0;
      Object.assign(stats, emptyStats());
    },
    stop: () => server.stop(true),
  };
}
