import type { Config } from "../platform/settings/config.ts";
import type { Metrics } from "../platform/telemetry/metrics.ts";

/** Creates the metrics; undefined when they are off. Their library loads only when they are on. */
export async function openMetrics(
  resources: AsyncDisposableStack,
  { metricsToken }: Config,
): Promise<Metrics | undefined> {
  if (metricsToken === undefined) return undefined;
  const { createMetrics } = await import("../platform/telemetry/metrics.ts");
  const metrics = createMetrics();
  metrics.watchEventLoop();
  resources.defer(metrics.close);
  return metrics;
}
