import type { BenchContext } from "../bench-context.ts";
import type { Side } from "../results/result.ts";
import type { Filling, Stage } from "../servers/stage.ts";
import type { StagePart } from "./part.ts";

/** Records what filling the servers took, including the indexes. */
export const loading: StagePart = {
  name: "load",
  async measure(context, stage) {
    await record(context, stage, "quarry", stage.filling);
    if (stage.chroma) await record(context, stage, "chroma", stage.chroma.filling);
  },
};

async function record(
  context: BenchContext,
  { size, corpus }: Stage,
  side: Side,
  { loading: { seconds, settling, cpuSeconds, peakBytes } }: Filling,
): Promise<void> {
  const count = corpus.chunks.length;
  await context.record({
    ...{ part: "load", size, line: "load", side },
    blocks: {
      perSecond: [count / (seconds + settling)],
      seconds: [seconds],
      settling: [settling],
      cpu: [(cpuSeconds / count) * 1000],
      peakBytes: [peakBytes],
      raw: [corpus.rawBytes],
    },
  });
}
