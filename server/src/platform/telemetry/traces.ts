import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Log } from "../log/log.ts";
import type { TracesConfig } from "../settings/traces.ts";
import { keepStage, keptStages } from "../work-context.ts";
import type { Telemetry } from "./telemetry.ts";

/** Traces of requests and jobs, with a span for each stage. */
export interface Traces extends Pick<Telemetry, "onRequest" | "onStage" | "onWork"> {
  /** Sends what is left. */
  close(): Promise<void>;
}

/** How long spans are gathered. */
const SEND_MS = 1000;
const EXPORT_LIMIT_MS = 5000;
/** A collector that is away is logged at most this often. */
const QUIET_MS = 60_000;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Creates traces that are sent by OTLP over HTTP, to the collector that the standard variables name. */
export function createTraces({ ratio }: TracesConfig, log: Log): Traces {
  logProblems(log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "quarry" }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: SEND_MS,
        exportTimeoutMillis: EXPORT_LIMIT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("quarry");

  /** Sends a span with the stages of the current request or job as its children. */
  function send(
    name: string,
    time: Time,
    options: SpanOptions,
    isFailed: boolean,
    parent = ROOT_CONTEXT,
  ): void {
    const span = tracer.startSpan(name, { ...options, startTime: startOf(time) }, parent);
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    const within = trace.setSpan(parent, span);
    for (const stage of keptStages())
      tracer.startSpan(`${stage.of} ${stage.stage}`, { startTime: startOf(stage) }, within).end(endOf(stage));
    span.end(endOf(time));
  }

  return {
    onStage: keepStage,
    onRequest({ requestId, method, route, status, traceparent, ...time }) {
      const attributes = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
        "quarry.request_id": requestId,
      };
      send(
        `${method} ${route}`,
        time,
        { kind: SpanKind.SERVER, attributes },
        status >= 500,
        parentOf(traceparent),
      );
    },
    onWork: ({ name, ...time }) => send(name, time, { kind: SpanKind.CONSUMER }, false),
    close: () =>
      provider.shutdown().catch((error: unknown) => log.error("the last traces could not be sent", error)),
  };
}

/** Of `performance.now()`. */
interface Time {
  readonly startedAtMs: number;
  readonly durationMs: number;
}

const startOf = ({ startedAtMs }: Time): number => performance.timeOrigin + startedAtMs;
const endOf = (time: Time): number => startOf(time) + time.durationMs;

/** The caller's span, by the W3C header. */
function parentOf(header: string | null): Context {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(header ?? "") ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function logProblems(log: Log): void {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (performance.now() - loggedAtMs < QUIET_MS) return;
    loggedAtMs = performance.now();
    log.warn("traces could not be sent to the collector of OTEL_EXPORTER_OTLP_ENDPOINT");
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}
