/**
 * Measures the memory per chunk of the in-memory vector store, including index, ids, maps and metadata. With the argument
 * `bare` it measures usearch with ids only. The other arguments are the numbers of chunks and dimensions. Run it as a new
 * process each time, because a process does not return all memory that it has used.
 */
import { heapStats } from "bun:jsc";
import type { VectorRecord } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";
import { createBareUsearch } from "./stores/bare-usearch.ts";

const isBare = process.argv.includes("bare");
const [count = 100_000, dimensions = 384] = process.argv.slice(2).map(Number).filter(Number.isFinite);
const BATCH = 500;
const CHUNKS_PER_DOCUMENT = 20;

// Reused for each batch. The store copies vectors, so garbage of this benchmark would distort the result.
const vectors = Array.from({ length: BATCH }, () => new Float32Array(dimensions));

/** Returns a vector in a cluster of 100. The size of the index does not depend on the values. */
function vectorOf(at: number): Float32Array {
  const [vector, cluster] = [vectors[at % BATCH] as Float32Array, Math.floor(at / 100)];
  for (let index = 0; index < dimensions; index += 1)
    vector[index] = Math.sin(cluster * 12.9898 + index * 78.233) + 0.6 * (Math.random() * 2 - 1);
  return vector;
}

function recordOf(at: number, metadata: VectorRecord["metadata"]): VectorRecord {
  const document = Math.floor(at / CHUNKS_PER_DOCUMENT);
  return {
    id: `chk_${at.toString(36).padStart(24, "0")}`,
    orgId: "org_000000000000000000000001",
    spaceId: "spc_000000000000000000000001",
    documentId: `doc_${document.toString(36).padStart(24, "0")}`,
    generation: 1,
    model: "model",
    vector: vectorOf(at),
    metadata,
  };
}

/** Returns the memory after garbage collection. */
async function settledMemory(): Promise<{ resident: number; heap: number }> {
  for (let round = 0; round < 8; round += 1) {
    Bun.gc(true);
    await Bun.sleep(400);
  }
  return { resident: process.memoryUsage().rss, heap: heapStats().heapSize };
}

interface Filled {
  upsert(records: readonly VectorRecord[]): Promise<void>;
  /** Resolves when all written records are indexed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

async function fill(store: Filled): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const records: VectorRecord[] = [];
    for (let at = start; at < Math.min(count, start + BATCH); at += 1)
      records.push(recordOf(at, { source: `file-${Math.floor(at / CHUNKS_PER_DOCUMENT)}.md`, year: 2026 }));
    await store.upsert(records);
    // Simulates the pauses of a server, in which garbage is collected.
    if (start % 5000 === 0) Bun.gc(true);
  }
}

function report(name: string, from: number, to: number): void {
  const bytes = (to - from) / count;
  const share = bytes / (dimensions * Float32Array.BYTES_PER_ELEMENT);
  console.log(`${name}: ${bytes.toFixed(0)} bytes per chunk, ${share.toFixed(2)} times the raw vector`);
}

const store = createMemoryVectorStore();
// Excludes one-time allocations of the runtime and the library from the result.
for (let start = 0; start < 6000; start += BATCH)
  await store.upsert(Array.from({ length: BATCH }, (_, at) => recordOf(start + at, {})));
await store.settled();
await store.delete({ orgId: "org_000000000000000000000001" });
const filled: Filled = isBare ? createBareUsearch(dimensions) : store;
const before = await settledMemory();
await fill(filled);
const unindexed = await settledMemory();
report("without index, resident", before.resident, unindexed.resident);
const start = performance.now();
await filled.settled();
console.log(`index of ${count} x ${dimensions}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
const indexed = await settledMemory();
report("with index, resident", before.resident, indexed.resident);
report("JavaScript heap", before.heap, indexed.heap);
await filled.close();
