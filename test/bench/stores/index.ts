import { hasChroma } from "../../support/chroma.ts";
import { hasPostgres } from "../../support/postgres.ts";
import { compareChroma } from "./chroma.ts";
import type { Comparison } from "./contender.ts";
import { type Figures, type Measurement, measure, type Overhead } from "./measure.ts";
import { compareMemory } from "./memory.ts";
import { comparePgvector } from "./pgvector.ts";
import { makeRecords } from "./records.ts";

const DIMENSIONS = 384;

const ENGINES: Readonly<Record<string, { isInstalled(): boolean; open(): Promise<Comparison> }>> = {
  memory: { isInstalled: () => true, open: () => compareMemory(DIMENSIONS) },
  pgvector: { isInstalled: hasPostgres, open: () => comparePgvector(DIMENSIONS) },
  chroma: { isInstalled: hasChroma, open: compareChroma },
};

/** Compares each vector store with its bare engine at each size, and prints a table. */
export async function benchStores(sizes: readonly number[], engines: readonly string[]): Promise<void> {
  console.log(`${DIMENSIONS} dimensions, batches of 500, top 10 over all spaces, one caller`);
  console.log(
    row(["engine", "chunks", "side", "writes/s", "queries/s", "p50 ms", "p99 ms", "recall@10", "B/chunk"]),
  );
  for (const name of engines.length > 0 ? engines : Object.keys(ENGINES)) {
    const engine = ENGINES[name];
    if (!engine)
      throw new Error(`Unknown engine ${name}. Available engines: ${Object.keys(ENGINES).join(", ")}.`);
    if (!engine.isInstalled()) {
      console.log(`${name}: skipped, not installed (see test/services)`);
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

/** Formats Quarry's times divided by the engine's times. */
function ratio({ median, min, max }: Overhead): string {
  return `${median.toFixed(2)} [${min.toFixed(2)}-${max.toFixed(2)}]`;
}

function row(values: readonly string[]): string {
  return values
    .map((value) => value.padEnd(10))
    .join(" ")
    .trimEnd();
}
