import { hasChroma } from "../../support/chroma.ts";
import { hasPostgres } from "../../support/postgres.ts";
import { compareChroma } from "./chroma.ts";
import type { Comparison } from "./contender.ts";
import { type Figures, type Measurement, measure, type Overhead } from "./measure.ts";
import { compareMemory } from "./memory.ts";
import { comparePgvector } from "./pgvector.ts";
import { makeRecords } from "./records.ts";

const DIMENSIONS = 384;

const ENGINES: Readonly<Record<string, { has(): boolean; open(): Promise<Comparison> }>> = {
  memory: { has: () => true, open: () => compareMemory(DIMENSIONS) },
  pgvector: { has: hasPostgres, open: () => comparePgvector(DIMENSIONS) },
  chroma: { has: hasChroma, open: compareChroma },
};

/** Each vector store beside its bare engine, at each size; prints a table. */
export async function benchStores(sizes: readonly number[], engines: readonly string[]): Promise<void> {
  console.log(`${DIMENSIONS} dimensions, batches of 500, top 10 over all spaces, one caller`);
  console.log(
    row(["engine", "chunks", "side", "writes/s", "queries/s", "p50 ms", "p99 ms", "recall@10", "B/chunk"]),
  );
  for (const name of engines.length > 0 ? engines : Object.keys(ENGINES)) {
    const engine = ENGINES[name];
    if (!engine) throw new Error(`There is no engine ${name}; there are ${Object.keys(ENGINES).join(", ")}.`);
    if (!engine.has()) {
      console.log(`${name}: left out, it is not installed (test/services has the scripts)`);
      continue;
    }
    for (const size of sizes) {
      const data = makeRecords(size, DIMENSIONS);
      const comparison = await engine.open();
      try {
        show(name, size, await measure(comparison, data));
      } finally {
        await comparison.close();
      }
      Bun.gc(true);
    }
  }
}

function show(
  engine: string,
  size: number,
  { quarry, bare, writeOverhead, queryOverhead }: Measurement,
): void {
  console.log(row([engine, String(size), "quarry", ...cells(quarry)]));
  console.log(row([engine, String(size), "bare", ...cells(bare)]));
  console.log(row([engine, String(size), "ratio", ...[writeOverhead, queryOverhead].map(ratio)]));
}

function cells({
  writesPerSecond,
  queriesPerSecond,
  p50Ms,
  p99Ms,
  recall,
  bytesPerChunk,
}: Figures): string[] {
  return [
    writesPerSecond.toFixed(0),
    queriesPerSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    recall.toFixed(3),
    bytesPerChunk.toFixed(0),
  ];
}

/** Times of Quarry over times of the engine. */
function ratio({ median, least, most }: Overhead): string {
  return `${median.toFixed(2)} [${least.toFixed(2)}-${most.toFixed(2)}]`;
}

function row(values: readonly string[]): string {
  return values
    .map((value) => value.padEnd(10))
    .join(" ")
    .trimEnd();
}
