import { hashedVector } from "./hashed-vector.ts";

/** Behaviour of the fake reranking provider. */
export interface RerankProviderOptions {
  /** The API that it implements, with that API's fields only. */
  readonly form: "cohere" | "jina" | "voyage" | "tei" | "llama";
  /** The required key; undefined for a server without keys. */
  readonly apiKey: string | undefined;
  /** The only known model; undefined accepts any. */
  readonly onlyModel: string | undefined;
  /** Status returned instead of scores. */
  readonly status: number | undefined;
  /** Number of calls that fail before it recovers. */
  readonly troubles: number;
  /** Headers of error responses, e.g. `retry-after`. */
  readonly refusalHeaders: Readonly<Record<string, string>>;
  /** Reverses the scores. */
  readonly inverts: boolean;
  /** Breaks the connection in the middle of a response. */
  readonly drops: boolean;
  /** Body returned instead of scores. */
  readonly body: string | undefined;
  readonly delayMs: number;
  /** Maximum number of texts per call. */
  readonly maxTexts: number;
  /** Maximum text length. */
  readonly maxCharacters: number;
  /** Includes the caller's key in error messages. */
  readonly echoesKey: boolean;
}

/** A call that the fake provider received. */
export interface RerankCall {
  readonly question: string;
  readonly texts: readonly string[];
  readonly fields: readonly string[];
  readonly authorization: string | null;
  readonly atMs: number;
}

/** A running fake provider. */
export interface RerankProvider {
  /** Base URL with `/v1`, for `QUARRY_RERANKER_URL`. */
  readonly url: string;
  readonly port: number;
  /** All calls, including refused ones. */
  readonly calls: RerankCall[];
  /** Changes the behaviour from the next call on. */
  set(options: Partial<RerankProviderOptions>): void;
  /** Resets behaviour and recorded calls. */
  reset(): void;
  stop(): Promise<void>;
}

const BEHAVED: RerankProviderOptions = {
  form: "cohere",
  apiKey: undefined,
  onlyModel: undefined,
  status: undefined,
  troubles: Number.POSITIVE_INFINITY,
  refusalHeaders: {},
  inverts: false,
  drops: false,
  body: undefined,
  delayMs: 0,
  maxTexts: Number.POSITIVE_INFINITY,
  maxCharacters: Number.POSITIVE_INFINITY,
  echoesKey: false,
};

const DIMENSIONS = 512;

/** Similarity of two texts for the fake provider, from 0 to 1. */
export function fakeRelevance(question: string, text: string): number {
  const [a, b] = [hashedVector(question, DIMENSIONS), hashedVector(text, DIMENSIONS)];
  return Math.min(
    1,
    Math.max(
      0,
      a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0),
    ),
  );
}

function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"results":['));
      await Bun.sleep(5);
      controller.error(new Error("connection dropped on purpose"));
    },
  });
}

/** Starts a server on 127.0.0.1 that reranks by common words. */
export function startRerankProvider(
  start: Partial<RerankProviderOptions> & { readonly port?: number } = {},
): RerankProvider {
  const { port = 0, ...given } = start;
  const initial: RerankProviderOptions = { ...BEHAVED, ...given };
  let options = initial;
  const calls: RerankCall[] = [];

  function refuse(status: number, message: string, request: Request): Response {
    const key = options.echoesKey ? ` (${request.headers.get("authorization")})` : "";
    return Response.json({ message: message + key }, { status, headers: options.refusalHeaders });
  }

  /** Error of this API for an unknown body. */
  function complaint(body: Record<string, unknown>): string | undefined {
    const { form } = options;
    if (form === "tei") return "texts" in body ? undefined : "missing field `texts` at line 1 column 9";
    if (!("documents" in body)) return "documents: field required";
    if (form === "voyage" && "top_n" in body) return "Argument 'top_n' is not supported by our API.";
    if ((form === "cohere" || form === "voyage") && !("model" in body)) return "model: field required";
    return undefined;
  }

  function scores(question: string, texts: readonly string[]): Response {
    const scoreOf = (text: string) =>
      options.inverts ? 1 - fakeRelevance(question, text) : fakeRelevance(question, text);
    const items = texts
      .map((text, index) => ({ index, score: scoreOf(text) }))
      .sort((a, b) => b.score - a.score);
    const named = items.map(({ index, score }) => ({ index, relevance_score: score }));
    switch (options.form) {
      case "tei":
        return Response.json(items);
      case "voyage":
        return Response.json({ object: "list", data: named, model: "fake", usage: { total_tokens: 1 } });
      case "jina":
        return Response.json({
          model: "fake",
          results: named.map((item) => ({ ...item, document: { text: texts[item.index] } })),
        });
      case "llama":
        return Response.json({
          results: items.map(({ index, score }) => ({ index, relevance_score: score * 16 - 8 })),
        });
      default:
        return Response.json({ id: "1", results: named, meta: { billed_units: { search_units: 1 } } });
    }
  }

  async function trouble(request: Request): Promise<Response | undefined> {
    if (options.troubles <= 0) return undefined;
    options = { ...options, troubles: options.troubles - 1 };
    if (options.delayMs > 0) await Bun.sleep(options.delayMs);
    if (options.status !== undefined) return refuse(options.status, "Told to fail.", request);
    if (options.drops) return new Response(brokenBody(), { headers: { "content-type": "application/json" } });
    return options.body === undefined ? undefined : new Response(options.body);
  }

  async function answer(request: Request): Promise<Response> {
    const body = (await request.json()) as Record<string, unknown>;
    const texts = (body.documents ?? body.texts ?? []) as string[];
    const question = String(body.query);
    const authorization = request.headers.get("authorization");
    calls.push({ question, texts, fields: Object.keys(body), authorization, atMs: Date.now() });
    const troubled = await trouble(request);
    if (troubled) return troubled;
    if (options.apiKey !== undefined && authorization !== `Bearer ${options.apiKey}`)
      return refuse(401, "invalid api token", request);
    const wrong = complaint(body);
    if (wrong !== undefined) return refuse(options.form === "voyage" ? 400 : 422, wrong, request);
    if (options.onlyModel !== undefined && body.model !== options.onlyModel)
      return refuse(404, "model not found", request);
    if (texts.length > options.maxTexts)
      return refuse(
        413,
        `batch size ${texts.length} > maximum allowed batch size ${options.maxTexts}`,
        request,
      );
    if ([question, ...texts].some((text) => text.length > options.maxCharacters))
      return refuse(500, "input is too large to process. increase the physical batch size", request);
    if ([question, ...texts].some((text) => text.trim() === "")) return refuse(422, "empty text", request);
    return scores(question, texts);
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 0,
    // Dropped connections are intended: no error page, no log.
    development: false,
    error: () => new Response(null, { status: 500 }),
    fetch: (request) =>
      request.method === "POST" && new URL(request.url).pathname === "/v1/rerank"
        ? answer(request)
        : new Response("Not found", { status: 404 }),
  });

  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    port: server.port ?? 0,
    calls,
    set(changed) {
      options = { ...options, ...changed };
    },
    reset() {
      options = initial;
      calls.length = 0;
    },
    stop: () => server.stop(true),
  };
}
