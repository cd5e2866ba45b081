import { queueReadings } from "../modules/metrics/queues.ts";
import type { Admission } from "../platform/limits/admission.ts";
import type { Metrics, Reading } from "../platform/telemetry/metrics.ts";
import { memoryOfPrograms } from "../platform/telemetry/process-memory.ts";
import type { Base } from "./base.ts";
import type { Retrieval } from "./retrieval.ts";

/** Adds what is read when the metrics are. */
export function addReadings(metrics: Metrics, base: Base, retrieval: Retrieval, admission: Admission): void {
  const readings: readonly Reading[] = [
    ...queueReadings(base.db),
    connections(base),
    caches(retrieval),
    ...questions(admission),
    ...memory(),
  ];
  for (const reading of readings) metrics.add(reading);
}

function connections({ database }: Base): Reading {
  return {
    name: "quarry_database_connections",
    help: "Connections of the pool by state, and calls that wait for one.",
    kind: "gauge",
    labelNames: ["state"],
    read: () => toValues("state", database.pool()),
  };
}

function caches({ texts, questions, embeddings }: Retrieval): Reading {
  return {
    name: "quarry_cache_reads_total",
    help: "Passages, vectors of questions and vectors of chunks, by where they were found.",
    kind: "total",
    labelNames: ["cache", "source"],
    read: () =>
      Object.entries({ texts, questions, embeddings }).flatMap(([cache, { reads }]) =>
        Object.entries(reads).map(([source, value]) => ({ labels: { cache, source }, value })),
      ),
  };
}

function questions({ counts }: Admission): Reading[] {
  return [
    {
      name: "quarry_questions",
      help: "Questions in progress, and questions that wait for their turn.",
      kind: "gauge",
      labelNames: ["state"],
      read: () => {
        const { running, waiting } = counts();
        return toValues("state", { running, waiting });
      },
    },
    {
      name: "quarry_questions_refused_total",
      help: "Questions that were refused because their organization asked more than the server can answer.",
      kind: "total",
      read: () => [{ value: counts().refused }],
    },
  ];
}

function memory(): Reading[] {
  return [
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory of the server's process.",
      kind: "gauge",
      read: () => [{ value: process.memoryUsage.rss() }],
    },
    {
      name: "quarry_children_memory_bytes",
      help: "Private memory of the processes that the server runs, by program (Linux).",
      kind: "gauge",
      labelNames: ["program"],
      read: () => toValues("program", memoryOfPrograms(process.pid)),
    },
  ];
}

function toValues(label: string, values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}
