import { type Json, object, string } from "../contract/reading.ts";

/** A span that the service sent. */
export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that keeps the spans it receives by OTLP over HTTP. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly SentSpan[];
  stop(): void;
}

/** Starts a collector on a free port. */
export function startTraceCollector(): TraceCollector {
  const spans: SentSpan[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (new URL(request.url).pathname !== "/v1/traces") return new Response(null, { status: 404 });
      for (const resource of array(object(await request.json()).resourceSpans))
        for (const scope of array(object(resource).scopeSpans))
          for (const span of array(object(scope).spans)) spans.push(toSpan(object(span)));
      return Response.json({});
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, spans, stop: () => void server.stop(true) };
}

function toSpan(span: Json): SentSpan {
  const nanoseconds = BigInt(string(span.endTimeUnixNano)) - BigInt(string(span.startTimeUnixNano));
  const attributes = array(span.attributes).map((each) => {
    const { key, value } = object(each);
    return [string(key), Object.values(object(value))[0]] as const;
  });
  const parent = span.parentSpanId;
  return {
    name: string(span.name),
    traceId: string(span.traceId),
    spanId: string(span.spanId),
    parentSpanId: typeof parent === "string" && parent !== "" ? parent : undefined,
    durationMs: Number(nanoseconds) / 1e6,
    attributes: Object.fromEntries(attributes),
  };
}

function array(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
