import { Progress } from "../../eval/progress.ts";
import type { Comparison, Contender } from "./contender.ts";
import { type BenchData, exactNearest } from "./records.ts";

const BATCH = 500;
const TOP_K = 10;
/** Warms up every connection of a pool, which rotates them. */
const WARM_UP = 200;
const BLOCKS = 10;
const PER_BLOCK = 30;
const RECALL_QUESTIONS = 50;
/** Number of records after which both sides build their index before the next write. */
const SETTLE_AFTER = 6000;

/** One side's figures. */
export interface Figures {
  readonly writesPerSecond: number;
  readonly queriesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly recall: number;
  readonly bytesPerChunk: number;
}

/** Quarry's times divided by the engine's times: median, minimum and maximum over the blocks of one run. */
export interface Overhead {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Both sides' figures and their ratio. */
export interface Measurement {
  readonly quarry: Figures;
  readonly bare: Figures;
  readonly writeOverhead: Overhead;
  readonly queryOverhead: Overhead;
}

type Side = "quarry" | "bare";
const SIDES: readonly Side[] = ["quarry", "bare"];
type Times = Record<Side, number[]>;

/** Writes the records into both sides alternately, then runs the same queries on both alternately. */
export async function measure(comparison: Comparison, data: BenchData): Promise<Measurement> {
  const writes = await writeAll(comparison, data);
  const { times, recall } = await askAll(comparison, data);
  const count = data.records.length;
  const figuresOf = async (side: Side): Promise<Figures> => {
    const sorted = times[side].toSorted((a, b) => a - b);
    return {
      writesPerSecond: (count / sum(writes[side])) * 1000,
      queriesPerSecond: (sorted.length / sum(sorted)) * 1000,
      p50Ms: quantile(sorted, 0.5),
      p99Ms: quantile(sorted, 0.99),
      recall: recall[side],
      bytesPerChunk: (await comparison[side].bytes()) / count,
    };
  };
  return {
    quarry: await figuresOf("quarry"),
    bare: await figuresOf("bare"),
    writeOverhead: overhead(writes),
    queryOverhead: overhead(times),
  };
}

async function writeAll(comparison: Comparison, { records }: BenchData): Promise<Times> {
  const times: Times = { quarry: [], bare: [] };
  const progress = new Progress(`${comparison.engine}: records`, records.length);
  for (let start = 0; start < records.length; start += BATCH) {
    const batch = records.slice(start, start + BATCH);
    for (const side of sideOrder(start / BATCH))
      times[side].push(await timed(() => comparison[side].write(batch)));
    if (start === SETTLE_AFTER) for (const side of SIDES) await comparison[side].settle();
    progress.advance(batch.length);
  }
  for (const side of SIDES) await comparison[side].settle();
  progress.end();
  return times;
}

async function askAll(comparison: Comparison, { records, question }: BenchData) {
  const ask = (side: Contender, vector: Float32Array) => side.query(vector, TOP_K);
  for (let round = 0; round < WARM_UP; round += 1)
    for (const side of SIDES) await ask(comparison[side], question());
  const times: Times = { quarry: [], bare: [] };
  for (let round = 0; round < BLOCKS * PER_BLOCK; round += 1) {
    const vector = question();
    for (const side of sideOrder(round)) times[side].push(await timed(() => ask(comparison[side], vector)));
  }
  const found: Times = { quarry: [], bare: [] };
  for (let round = 0; round < RECALL_QUESTIONS; round += 1) {
    const vector = question();
    const best = exactNearest(records, vector, TOP_K);
    for (const side of SIDES) {
      const ids = await ask(comparison[side], vector);
      found[side].push(ids.filter((id) => best.has(id)).length / TOP_K);
    }
  }
  const mean = (side: Side) => sum(found[side]) / RECALL_QUESTIONS;
  return { times, recall: { quarry: mean("quarry"), bare: mean("bare") } };
}

/** Alternates which side goes first, so that neither always profits from caches that the other warmed. */
function sideOrder(round: number): readonly Side[] {
  return round % 2 === 0 ? SIDES : [...SIDES].reverse();
}

function overhead(times: Times): Overhead {
  const size = Math.max(1, Math.floor(times.quarry.length / BLOCKS));
  const ratios: number[] = [];
  for (let start = 0; start + size <= times.quarry.length; start += size)
    ratios.push(sum(times.quarry.slice(start, start + size)) / sum(times.bare.slice(start, start + size)));
  ratios.sort((a, b) => a - b);
  return { median: quantile(ratios, 0.5), min: ratios[0] ?? 0, max: ratios.at(-1) ?? 0 };
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
