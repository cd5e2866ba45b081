import type { Quantity, Result, Side } from "../results/result.ts";
import { spreadOf } from "../results/statistics.ts";
import { blocksAt } from "../results/verdict.ts";
import { barPlot } from "./bar-plot.ts";
import { linePlot, type Series } from "./line-plot.ts";

/** A plot and its file's name. */
export interface Plot {
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

const MEGABYTE = 1e6;

/** Draws the plots of the report. */
export function makePlots(results: readonly Result[], main: number): Plot[] {
  return [throughput(results, main), latency(results), memory(results)];
}

function median(results: readonly Result[], of: Parameters<typeof blocksAt>[0]): number | undefined {
  const blocks = blocksAt(of, results);
  return blocks && spreadOf(blocks).median;
}

function bySize(
  results: readonly Result[],
  of: { name: string; part: string; line: string; side: Side; quantity: Quantity; per?: number },
): Series {
  const sizes = [...new Set(results.map(({ size }) => size))].sort((left, right) => left - right);
  const points = sizes.flatMap((size): [number, number][] => {
    const value = median(results, { ...of, size });
    return value === undefined ? [] : [[size, value / (of.per ?? 1)]];
  });
  return { name: of.name, points };
}

function throughput(results: readonly Result[], size: number): Plot {
  const title = `Questions per second, ${size.toLocaleString("en")} chunks`;
  const bars = [
    { name: "Quarry hybrid", line: "hybrid", side: "quarry" },
    { name: "Quarry lexical", line: "lexical", side: "quarry" },
    { name: "Quarry vector", line: "vector", side: "quarry" },
    { name: "Chroma vector", line: "vector", side: "chroma" },
  ] as const;
  const groups = ["1 connection", "8 connections", "64 connections"].map((connections) => ({
    name: connections,
    values: bars.map(({ line, side }) =>
      median(results, {
        ...{ part: "query", size, line: `${line}, ${connections}`, side, quantity: "perSecond" },
      }),
    ),
  }));
  const legend = bars.map(({ name }) => name);
  return { file: "throughput.svg", title, svg: barPlot({ title, unit: "1/s", legend, groups }) };
}

function latency(results: readonly Result[]): Plot {
  const title = "Median time of a question by chunks, 1 connection";
  const of = (name: string, mode: string, side: Side) =>
    bySize(results, { name, part: "query", line: `${mode}, 1 connection`, side, quantity: "p50" });
  const series = [
    of("Quarry hybrid", "hybrid", "quarry"),
    of("Quarry lexical", "lexical", "quarry"),
    of("Quarry vector", "vector", "quarry"),
    of("Chroma vector", "vector", "chroma"),
  ];
  return { file: "latency.svg", title, svg: linePlot({ title, unit: "ms", series }) };
}

function memory(results: readonly Result[]): Plot {
  const title = "Memory by chunks";
  const of = (name: string, side: Side, quantity: Quantity) =>
    bySize(results, { name, part: "memory", line: "filled", side, quantity, per: MEGABYTE });
  const series = [
    of("Quarry, all processes", "quarry", "bytes"),
    of("vectors and text", "quarry", "raw"),
    of("Chroma", "chroma", "bytes"),
  ];
  return { file: "memory.svg", title, svg: linePlot({ title, unit: "MB", series }) };
}
