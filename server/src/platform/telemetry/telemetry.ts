import type { RequestObserver } from "../http/observe-requests.ts";
import type { PluginCallObserver } from "../plugins/plugin-health.ts";
import type { StageObserver } from "../timings.ts";

/** Receives what the service does. Absent while metrics are off, so that nothing is measured. */
export interface Telemetry {
  readonly onRequest: RequestObserver;
  readonly onStage: StageObserver;
  readonly onPluginCall: PluginCallObserver;
}
