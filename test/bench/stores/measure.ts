import { Progress } from "../../eval/progress.ts";
import type { Comparison, Contender } from "./contender.ts";
import { type BenchData, exactNearest } from "./records.ts";

const BATCH = 500;
const TOP_K = 10;
/** A pool goes round its connections, each of which has to warm up. */
const WARM_UP = 200;
const BLOCKS = 10;
const PER_BLOCK = 30;
const RECALL_QUESTIONS = 50;
/** After so many records both sides get their index, before they go on. */
const INDEXED_FROM = 6000;

/** One side's figures. */
export interface Figures {
  readonly writesPerSecond: number;
  readonly queriesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly recall: number;
  readonly bytesPerChunk: number;
}

/** How much longer Quarry takes than its engine: the median over the blocks of one run, with the extremes. */
export interface Overhead {
  readonly median: number;
  readonly least: number;
  readonly most: number;
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

/** Writes the records into both sides in turn, then asks both the same questions in turn. */
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
    for (const side of inTurn(start / BATCH))
      times[side].push(await timed(() => comparison[side].write(batch)));
    if (start === INDEXED_FROM) for (const side of SIDES) await comparison[side].settle();
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
    for (const side of inTurn(round)) times[side].push(await timed(() => ask(comparison[side], vector)));
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

/** Who goes first changes, so that neither profits from what the other has warmed. */
function inTurn(round: number): readonly Side[] {
  return round % 2 === 0 ? SIDES : [...SIDES].reverse();
}

function overhead(times: Times): Overhead {
  const size = Math.max(1, Math.floor(times.quarry.length / BLOCKS));
  const ratios: number[] = [];
  for (let start = 0; start + size <= times.quarry.length; start += size)
    ratios.push(sum(times.quarry.slice(start, start + size)) / sum(times.bare.slice(start, start + size)));
  ratios.sort((a, b) => a - b);
  return { median: quantile(ratios, 0.5), least: ratios[0] ?? 0, most: ratios.at(-1) ?? 0 };
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
