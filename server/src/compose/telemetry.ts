import type { Log } from "../platform/log/log.ts";
import type { Config } from "../platform/settings/config.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";
import { type Telemetry, telemetryTo } from "../platform/telemetry/telemetry.ts";

/** What receives what the service does. */
export interface OpenTelemetry {
  /** Undefined when metrics and traces are off. */
  readonly telemetry: Telemetry | undefined;
  /** Undefined when they are off. */
  readonly metrics: Metrics | undefined;
}

/** Creates metrics and traces. Their libraries load only when they are on. */
export async function openTelemetry(
  resources: AsyncDisposableStack,
  { metricsToken, traces }: Config,
  log: Log,
): Promise<OpenTelemetry> {
  const receivers: Partial<Telemetry>[] = [];
  let metrics: Metrics | undefined;
  if (metricsToken !== undefined) {
    const { createMetrics } = await import("../platform/telemetry/metrics.ts");
    metrics = createMetrics();
    metrics.watchEventLoop();
    resources.defer(metrics.close);
    receivers.push(metrics);
  }
  if (traces) {
    const { createTraces } = await import("../platform/telemetry/traces.ts");
    const opened = createTraces(traces, log);
    resources.defer(opened.close);
    receivers.push(opened);
  }
  return { telemetry: telemetryTo(receivers), metrics };
}
