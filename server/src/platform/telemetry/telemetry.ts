import type { RequestObserver } from "../http/observe-requests.ts";
import type { PluginCallObserver } from "../plugins/plugin-health.ts";
import type { StageObserver } from "../timings.ts";
import type { WorkObserver } from "../work-context.ts";

/** Receives what the service does. Absent while metrics and traces are off, so that nothing is measured. */
export interface Telemetry {
  readonly onRequest: RequestObserver;
  readonly onStage: StageObserver;
  readonly onPluginCall: PluginCallObserver;
  readonly onWork: WorkObserver;
}

/** Passes everything on to several receivers; undefined when there are none. */
export function telemetryTo(receivers: readonly Partial<Telemetry>[]): Telemetry | undefined {
  if (receivers.length === 0) return undefined;
  return {
    onRequest: toAll(receivers.map(({ onRequest }) => onRequest)),
    onStage: toAll(receivers.map(({ onStage }) => onStage)),
    onPluginCall: toAll(receivers.map(({ onPluginCall }) => onPluginCall)),
    onWork: toAll(receivers.map(({ onWork }) => onWork)),
  };
}

function toAll<Ended>(observers: readonly (((ended: Ended) => void) | undefined)[]): (ended: Ended) => void {
  const present = observers.filter((observe) => observe !== undefined);
  return (ended) => {
    for (const observe of present) observe(ended);
  };
}
