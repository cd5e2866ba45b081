import type { BenchContext } from "../bench-context.ts";
import { type Contender, measureInTurn } from "../load/in-turn.ts";
import { spreadOf } from "../results/statistics.ts";
import type { QuarryServer } from "../servers/quarry.ts";
import { quarryTarget } from "../servers/questions.ts";

const CONNECTIONS = 64;
const MOST_AT = 8;

/** Questions to a space at random moments, a quarter of the most that the server answers. */
export async function quarterLoad(
  context: BenchContext,
  quarry: QuarryServer,
  spaceId: string,
  warmUpSeconds: number,
): Promise<Contender> {
  const { effort, generator } = context;
  const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
  const contender = { side: "quarry", line: "", processes: quarry.processes } as const;
  const [most] = await measureInTurn(generator, [{ ...contender, job: { target, connections: MOST_AT } }], {
    turns: 3,
    seconds: effort.secondsPerBlock,
    warmUpSeconds,
  });
  const rate = spreadOf(most?.blocks.perSecond ?? []).median / 4;
  return { ...contender, job: { target, connections: CONNECTIONS, rate } };
}
