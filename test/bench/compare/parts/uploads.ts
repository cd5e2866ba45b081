import type { BenchContext } from "../bench-context.ts";
import { chunksOf, embedAll } from "../corpus/corpus.ts";
import { type CorpusDocument, makeShortDocuments, take } from "../corpus/passages.ts";
import { startChromaServer } from "../servers/chroma.ts";
import { loadChroma } from "../servers/load-chroma.ts";
import { completedIn, createSpace, loadQuarry } from "../servers/load-quarry.ts";
import { cpuSeconds } from "../servers/process-figures.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import { contentsOf } from "../servers/stage-recall.ts";
import { watchPeak } from "../servers/watch-peak.ts";
import { connectionsText, type OwnPart } from "./part.ts";

const SEED = 10;
const POLL_MS = 100;
const LIMIT_MS = 1_800_000;
const BATCH = 100;

/** Documents of one kilobyte, each in a server of its own, until all of them are found. */
export const uploads: OwnPart = {
  name: "uploads",
  async measure(context) {
    const count = context.effort.uploads;
    const documents = Array.from(take(makeShortDocuments(context.sources, SEED), count));
    for (const connections of [8, 64])
      await inNewServer(context, documents, `POST, ${connectionsText(connections)}`, (quarry, spaceId) =>
        postDocuments(context, quarry, documents, spaceId, connections),
      );
    for (const connections of [1, 4])
      await inNewServer(
        ...([context, documents, `batches of ${BATCH}, ${connectionsText(connections)}`] as const),
        async (quarry, spaceId) => {
          const placed = documents.map((document) => ({ ...document, spaceId }));
          await loadQuarry(context, quarry, placed, { perBatch: BATCH, connections, waits: false });
        },
      );
    if (context.peersUpTo > 0) await addToChroma(context, documents);
  },
};

async function inNewServer(
  context: BenchContext,
  documents: readonly CorpusDocument[],
  line: string,
  send: (quarry: QuarryServer, spaceId: string) => Promise<void>,
): Promise<void> {
  const quarry = await startQuarry();
  try {
    const warm = await createSpace(quarry, "Warm");
    const few = documents.slice(0, Math.min(500, documents.length / 10));
    await loadQuarry(
      context,
      quarry,
      few.map((document) => ({ ...document, spaceId: warm })),
    );
    const spaceId = await createSpace(quarry, "Uploads");
    const roots = quarry.processes();
    const [peak, before, start] = [watchPeak(roots), cpuSeconds(roots), performance.now()];
    await send(quarry, spaceId);
    const seconds = (performance.now() - start) / 1000;
    await isFound(quarry, spaceId, documents);
    const whole = (performance.now() - start) / 1000;
    await context.record({
      ...{ part: "uploads", size: documents.length, line, side: "quarry" },
      blocks: {
        ...{ perSecond: [documents.length / whole], seconds: [seconds], settling: [whole - seconds] },
        ...{ cpu: [((cpuSeconds(roots) - before) / documents.length) * 1000], peakBytes: [peak()] },
      },
    });
  } finally {
    await quarry.stop();
  }
}

/** Uploads documents one by one. Resolves when all are stored, before they are processed. */
export async function postDocuments(
  context: BenchContext,
  quarry: QuarryServer,
  documents: readonly CorpusDocument[],
  spaceId: string,
  connections: number,
): Promise<void> {
  const lines = documents.map(({ filename, content }) => JSON.stringify({ spaceId, filename, content }));
  const target = {
    ...{ kind: "http" as const, origin: quarry.origin, method: "POST", path: "/api/documents" },
    ...{ headers: quarry.headers, bodies: await context.writeLines("uploads", lines), expected: '"status"' },
  };
  await context.generator.run({ target, connections, from: 0, until: { requests: lines.length } });
}

/** Waits until all documents are COMPLETED and a question finds the last one. */
async function isFound(
  quarry: QuarryServer,
  spaceId: string,
  documents: readonly CorpusDocument[],
): Promise<void> {
  const last = documents.at(-1)?.content ?? "";
  for (const begin = Date.now(); Date.now() - begin < LIMIT_MS; await Bun.sleep(POLL_MS)) {
    if ((await completedIn(quarry, spaceId)) < documents.length) continue;
    const [first] = await contentsOf(quarry, { query: last.slice(0, 160), spaceIds: spaceId, topK: 1 });
    if (first !== undefined && last.includes(first.slice(0, 100))) return;
  }
  throw new Error("The uploaded documents are not found.");
}

async function addToChroma(context: BenchContext, documents: readonly CorpusDocument[]): Promise<void> {
  const corpus = await chunksOf(documents);
  const texts = corpus.chunks.map(({ content }) => content);
  const vectors = await embedAll(texts, "vectors");
  const server = await startChromaServer();
  try {
    const { seconds, cpuSeconds: cpu, peakBytes } = await loadChroma(server, corpus, vectors);
    const count = texts.length;
    await context.record({
      ...{ part: "uploads", size: documents.length, line: "add, vectors given", side: "chroma" },
      blocks: {
        ...{ perSecond: [count / seconds], seconds: [seconds], cpu: [(cpu / count) * 1000] },
        peakBytes: [peakBytes],
      },
    });
  } finally {
    await server.stop();
  }
}
