import type { BenchContext } from "../bench-context.ts";
import { makeCorpus } from "../corpus/corpus.ts";
import type { CorpusDocument } from "../corpus/passages.ts";
import { cpuSeconds, waitUntilIdle } from "./process-figures.ts";
import type { QuarryServer } from "./quarry.ts";
import { watchPeak } from "./watch-peak.ts";

const DOCUMENTS_PER_BATCH = 50;
const CONNECTIONS = 4;

/** What loading took. */
export interface Loading {
  readonly seconds: number;
  /** Until the server was idle afterwards, because its indexes were complete. */
  readonly settling: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

/** Creates a space and returns its id. */
export async function createSpace(quarry: QuarryServer, name: string): Promise<string> {
  const { space } = await quarry.call<{ space: { id: string } }>("POST", "/api/spaces", { name });
  return space.id;
}

/** Creates a space, loads so many chunks into it, and returns its id and the documents. */
export async function loadSpace(
  context: BenchContext,
  quarry: QuarryServer,
  name: string,
  chunkCount: number,
): Promise<{ readonly spaceId: string; readonly documents: readonly CorpusDocument[] }> {
  const spaceId = await createSpace(quarry, name);
  const { documents } = await makeCorpus(context.sources, chunkCount);
  await loadQuarry(
    context,
    quarry,
    documents.map((document) => ({ ...document, spaceId })),
  );
  return { spaceId, documents };
}

/** A document and its space. */
export type PlacedDocument = CorpusDocument & { readonly metadata?: object; readonly spaceId: string };

/** Loads documents in batches over four connections, as an importing program does. */
export async function loadQuarry(
  context: BenchContext,
  quarry: QuarryServer,
  documents: readonly PlacedDocument[],
  {
    perBatch = DOCUMENTS_PER_BATCH,
    connections = CONNECTIONS,
    others = [] as readonly number[],
    waits = true,
  } = {},
): Promise<Loading> {
  const batches = batchesOf(documents, perBatch);
  const bodies = await context.writeLines("documents", batches);
  const roots = [...quarry.processes(), ...others];
  const [peak, before, start] = [watchPeak(roots), cpuSeconds(roots), performance.now()];
  const target = {
    ...{ kind: "http" as const, origin: quarry.origin, method: "PUT", path: "/api/documents/batch" },
    ...{ headers: quarry.headers, bodies, expected: '"results"' },
  };
  await context.generator.run({ target, connections, from: 0, until: { requests: batches.length } });
  const seconds = (performance.now() - start) / 1000;
  await expectCompleted(quarry, documents);
  const settled = waits ? await waitUntilIdle(roots) : performance.now();
  return {
    ...{ seconds, cpuSeconds: cpuSeconds(roots) - before, peakBytes: peak() },
    settling: Math.max(0, (settled - start) / 1000 - seconds),
  };
}

/** A batch is of one space. */
function batchesOf(documents: readonly PlacedDocument[], perBatch: number): string[] {
  const bySpace = Map.groupBy(documents, ({ spaceId }) => spaceId);
  return [...bySpace].flatMap(([spaceId, own]) =>
    Array.from({ length: Math.ceil(own.length / perBatch) }, (_, at) => {
      const batch = own.slice(at * perBatch, (at + 1) * perBatch);
      const fields = batch.map(({ filename, content, metadata }) => ({ filename, content, metadata }));
      return JSON.stringify({ spaceId, documents: fields });
    }),
  );
}

async function expectCompleted(quarry: QuarryServer, documents: readonly PlacedDocument[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { spaceId } of documents) counts.set(spaceId, (counts.get(spaceId) ?? 0) + 1);
  for (const [spaceId, count] of counts) {
    const completed = await completedIn(quarry, spaceId);
    if (completed < count) throw new Error(`Only ${completed} of ${count} documents are COMPLETED.`);
  }
}

/** Returns the number of COMPLETED documents in a space. */
export async function completedIn(quarry: QuarryServer, spaceId: string): Promise<number> {
  const path = `/api/spaces/${spaceId}/documents?pageSize=1&status=COMPLETED`;
  const { pagination } = await quarry.call<{ pagination: { total: number } }>("GET", path);
  return pagination.total;
}
