import type { BenchContext } from "../bench-context.ts";
import { startChromaServer } from "../servers/chroma.ts";
import { loadChroma } from "../servers/load-chroma.ts";
import { createSpace, type Loading, loadQuarry } from "../servers/load-quarry.ts";
import { startQuarry } from "../servers/quarry.ts";
import type { Stage } from "../servers/stage.ts";

/** Chunks a second of Quarry and of Chroma, one figure for each loading. */
export interface LoadingRates {
  readonly quarry: readonly number[];
  readonly chroma: readonly number[];
}

/** Loads a stage's chunks into new servers again, in turn: single loadings differ by a fifth. The stage's own is the first. */
export async function loadInTurn(context: BenchContext, stage: Stage, turns: number): Promise<LoadingRates> {
  if (!stage.chroma) throw new Error("Loadings are compared with Chroma's.");
  const { corpus } = stage;
  const rateOf = ({ seconds, settling }: Loading) => corpus.chunks.length / (seconds + settling);
  const quarry = [rateOf(stage.filling.loading)];
  const chroma = [rateOf(stage.chroma.filling.loading)];
  for (let turn = 2; turn <= turns; turn++) {
    context.say(`${corpus.chunks.length} chunks: loading ${turn} of ${turns}`);
    quarry.push(rateOf(await loadNewQuarry(context, stage)));
    chroma.push(rateOf(await loadNewChroma(stage)));
  }
  return { quarry, chroma };
}

async function loadNewQuarry(context: BenchContext, { corpus }: Stage): Promise<Loading> {
  const server = await startQuarry();
  try {
    const spaceId = await createSpace(server, "Benchmark");
    const placed = corpus.documents.map((document) => ({ ...document, spaceId }));
    return await loadQuarry(context, server, placed);
  } finally {
    await server.stop();
  }
}

async function loadNewChroma({ corpus, vectors }: Stage): Promise<Loading> {
  const given = await vectors();
  const server = await startChromaServer();
  try {
    return await loadChroma(server, corpus, given);
  } finally {
    await server.stop();
  }
}
