import { Progress } from "../../../eval/progress.ts";
import type { Corpus, DocumentMetadata, Vectors } from "../corpus/corpus.ts";
import type { ChromaServer } from "./chroma.ts";
import type { Loading } from "./load-quarry.ts";
import { cpuSeconds, waitUntilIdle } from "./process-figures.ts";
import { watchPeak } from "./watch-peak.ts";

const PER_BATCH = 500;
const NO_METADATA: DocumentMetadata = { hundredth: 0, tenth: 0, half: 0 };

/** Loads a corpus's chunks with their vectors, which the peer does not have to compute. */
export async function loadChroma(
  chroma: ChromaServer,
  { chunks, documents }: Corpus,
  vectors: Vectors,
): Promise<Loading> {
  const [peak, before, start] = [
    watchPeak(chroma.processes()),
    cpuSeconds(chroma.processes()),
    performance.now(),
  ];
  const progress = new Progress("chunks into Chroma", chunks.length);
  for (let first = 0; first < chunks.length; first += PER_BATCH) {
    const batch = chunks.slice(first, first + PER_BATCH).map(({ content, document }, at) => ({
      id: String(first + at),
      content,
      vector: vectors.at(first + at),
      metadata: documents[document]?.metadata ?? NO_METADATA,
    }));
    await chroma.add(batch);
    progress.advance(batch.length);
  }
  // The first answer waits for what is not yet indexed.
  await chroma.query(vectors.at(0));
  const seconds = progress.end();
  const settled = await waitUntilIdle(chroma.processes());
  return {
    ...{ seconds, cpuSeconds: cpuSeconds(chroma.processes()) - before, peakBytes: peak() },
    settling: Math.max(0, (settled - start) / 1000 - seconds),
  };
}
