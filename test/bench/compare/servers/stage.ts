import type { BenchContext } from "../bench-context.ts";
import { type Corpus, embedAll, makeCorpus, type Vectors } from "../corpus/corpus.ts";
import { type ChromaServer, startChromaServer } from "./chroma.ts";
import { loadChroma } from "./load-chroma.ts";
import { createSpace, type Loading, loadQuarry } from "./load-quarry.ts";
import { type QuarryServer, startQuarry } from "./quarry.ts";
import { bytesOf } from "./watch-peak.ts";

/** Figures of filling a server. */
export interface Filling {
  readonly emptyBytes: number;
  readonly loading: Loading;
}

/** A Quarry and a Chroma server with the same chunks. Chroma is left out where the run does not want it. */
export interface Stage {
  readonly size: number;
  readonly corpus: Corpus;
  /** Embeds the chunks at the first call: only comparisons need it. */
  readonly vectors: () => Promise<Vectors>;
  readonly quarry: QuarryServer;
  readonly spaceId: string;
  readonly filling: Filling;
  readonly chroma: { readonly server: ChromaServer; readonly filling: Filling } | undefined;
  close(): Promise<void>;
}

/** Starts both servers and loads a corpus of the size. */
export async function openStage(context: BenchContext, size: number): Promise<Stage> {
  const { say, sources } = context;
  say(`${size} chunks: text`);
  const corpus = await makeCorpus(sources, size);
  const vectors = vectorsOnce(corpus);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end();
  };
  try {
    say(`${size} chunks: loading Quarry`);
    const quarry = await startQuarry();
    closers.push(quarry.stop);
    const emptyBytes = await settledBytes(context, quarry.processes());
    const spaceId = await createSpace(quarry, "Benchmark");
    const placed = corpus.documents.map((document) => ({ ...document, spaceId }));
    const filling = { emptyBytes, loading: await loadQuarry(context, quarry, placed) };
    const chroma = size <= context.peersUpTo ? await openChroma(context, corpus, await vectors()) : undefined;
    if (chroma) closers.push(chroma.server.stop);
    return { size, corpus, vectors, quarry, spaceId, filling, chroma, close };
  } catch (problem) {
    await close();
    throw problem;
  }
}

/** The vectors of a corpus's chunks, embedded at the first call. */
export function vectorsOnce({ chunks }: Corpus): () => Promise<Vectors> {
  let made: Promise<Vectors> | undefined;
  return () => {
    made ??= embedAll(
      chunks.map(({ content }) => content),
      "vectors",
    );
    return made;
  };
}

async function openChroma(context: BenchContext, corpus: Corpus, vectors: Vectors) {
  context.say(`${corpus.chunks.length} chunks: loading Chroma`);
  const server = await startChromaServer();
  try {
    const emptyBytes = await settledBytes(context, server.processes());
    return { server, filling: { emptyBytes, loading: await loadChroma(server, corpus, vectors) } };
  } catch (problem) {
    await server.stop();
    throw problem;
  }
}

/** Reads the memory after a pause. */
export async function settledBytes({ effort }: BenchContext, roots: readonly number[]): Promise<number> {
  await Bun.sleep(effort.idleSeconds * 1000);
  return bytesOf(roots);
}
