import { choice, type Environment, httpUrl, invalid, text } from "./environment.ts";

/** Which traces are sent. The library reads the other variables of OpenTelemetry itself. */
export interface TracesConfig {
  /** Share of the traces that begin here, from 0 to 1. The caller decides about its own. */
  readonly ratio: number;
}

const SAMPLERS = ["parentbased_always_on", "parentbased_traceidratio"] as const;

/** Reads OpenTelemetry's standard variables; undefined when no endpoint is set. */
export function traces(env: Environment): TracesConfig | undefined {
  const endpoints = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
  const isSet = endpoints.map((name) => httpUrl(env, name)).some((url) => url !== undefined);
  if (!isSet || text(env, "OTEL_SDK_DISABLED") === "true") return undefined;
  const sampler = choice(env, "OTEL_TRACES_SAMPLER", SAMPLERS, "parentbased_always_on");
  const share = text(env, "OTEL_TRACES_SAMPLER_ARG") ?? "1";
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(share))
    throw invalid("OTEL_TRACES_SAMPLER_ARG", share, "must be a number from 0 to 1");
  return { ratio: sampler === "parentbased_traceidratio" ? Number(share) : 1 };
}
