import { type Contender, measureInTurn } from "../load/in-turn.ts";
import type { HttpTarget } from "../load/job.ts";
import type { Side } from "../results/result.ts";
import { spreadOf } from "../results/statistics.ts";
import { chromaTarget, quarryTarget } from "../servers/questions.ts";
import { compare, type StagePart } from "./part.ts";

const CONNECTIONS = 64;
const LOADED = 8;
const SHARE = 0.5;

/** Questions at random moments, half as many as the server answers at most. Waiting counts. */
export const openLoop: StagePart = {
  name: "open",
  async measure(context, { quarry, spaceId, chroma, size }) {
    const { effort, generator, say } = context;
    const sides: { side: Side; target: HttpTarget; processes: () => readonly number[] }[] = [
      {
        ...{ side: "quarry", processes: quarry.processes },
        target: await quarryTarget(context, quarry, () => ({ spaceIds: spaceId })),
      },
    ];
    if (chroma)
      sides.push({
        ...{ side: "chroma", processes: chroma.server.processes },
        target: await chromaTarget(context, chroma.server),
      });
    const line = "open loop at half load";
    const closed = sides.map(
      ({ side, target, processes }): Contender => ({
        ...{ side, line, processes, job: { target, connections: LOADED } },
      }),
    );
    const most = await measureInTurn(generator, closed, {
      ...{ turns: 3, seconds: effort.secondsPerBlock, warmUpSeconds: effort.secondsPerBlock },
    });
    const half = most.map(({ contender, blocks }) => {
      const rate = SHARE * spreadOf(blocks.perSecond ?? []).median;
      say(`${contender.side}: open loop of ${rate.toFixed(0)}/s`);
      return { ...contender, job: { ...contender.job, connections: CONNECTIONS, rate } };
    });
    await compare(context, { part: "open", size }, half, { turns: 3, seconds: effort.openLoopSeconds });
  },
};
