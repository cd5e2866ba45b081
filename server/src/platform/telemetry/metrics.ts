import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Telemetry } from "./telemetry.ts";

/** A value that is read when the metrics are. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  /** `total` for a number that only grows. */
  readonly kind: "gauge" | "total";
  readonly labelNames?: readonly string[];
  /** An error leaves the values out. */
  read(): readonly ReadValue[] | Promise<readonly ReadValue[]>;
}

/** One value of a reading, with labels whose values are few and contain nothing of a tenant. */
export interface ReadValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of this process. */
export interface Metrics extends Omit<Telemetry, "onWork"> {
  add(reading: Reading): void;
  /** Measures how long the event loop is blocked, until `close`. */
  watchEventLoop(): void;
  /** The metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** From a question in memory to a large document. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** How often the delay of the event loop is measured. */
const LOOP_MS = 50;

/** Creates metrics without values. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });

  const requests = counter("http_requests_total", "Answered requests.", ["method", "route", "status"]);
  const durations = histogram("http_request_duration_seconds", "Time until an answer began.", [
    "method",
    "route",
  ]);
  const stages = {
    question: histogram("quarry_question_stage_seconds", "Time of each step of a question.", ["stage"]),
    document: histogram("quarry_document_stage_seconds", "Time of each stage of a document.", ["stage"]),
  };
  const calls = counter("quarry_plugin_calls_total", "Calls of stores, embedders and rerankers.", [
    "plugin",
    "member",
    "outcome",
  ]);
  const callDurations = histogram("quarry_plugin_call_seconds", "Time of the calls that succeeded.", [
    "plugin",
    "member",
  ]);
  const loopDelay = histogram(
    "quarry_event_loop_delay_seconds",
    `How late a timer of ${LOOP_MS} ms was, because the process was busy.`,
    [],
  );
  let timer: Timer | undefined;

  return {
    onRequest({ method: sent, route, status, durationMs }) {
      const method = METHODS.has(sent) ? sent : "other";
      requests.inc({ method, route, status });
      durations.observe({ method, route }, durationMs / 1000);
    },
    onStage({ of, stage, durationMs }) {
      stages[of].observe({ stage }, durationMs / 1000);
    },
    onPluginCall({ plugin, member, outcome, durationMs }) {
      calls.inc({ plugin, member, outcome });
      if (durationMs !== undefined) callDurations.observe({ plugin, member }, durationMs / 1000);
    },
    add({ name, help, kind, labelNames = [], read }) {
      const Kind = kind === "gauge" ? Gauge : Counter;
      new Kind({
        ...{ name, help, labelNames, registers },
        async collect(this: Gauge | Counter) {
          const values = await Promise.try(read).catch(() => []);
          this.reset();
          for (const { labels = {}, value } of values) this.inc(labels, value);
        },
      });
    },
    watchEventLoop() {
      let dueMs = performance.now() + LOOP_MS;
      timer = setInterval(() => {
        const now = performance.now();
        loopDelay.observe(Math.max(0, now - dueMs) / 1000);
        dueMs = now + LOOP_MS;
      }, LOOP_MS);
      timer.unref();
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => clearInterval(timer),
  };
}
