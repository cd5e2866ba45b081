import type { BenchContext } from "../bench-context.ts";
import type { Contender } from "../load/in-turn.ts";
import { GROWTH_LINES, SIZES } from "../results/targets/name-target.ts";
import { loadSpace } from "../servers/load-quarry.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import { quarryTarget } from "../servers/questions.ts";
import { compare, type StagePart } from "./part.ts";

/**
 * Questions on a large space and on a small one in turn, each on a server of its own: the machine changes its speed within the
 * hour that lies between two sizes.
 */
export const growth: StagePart = {
  name: "growth",
  async measure(context, stage) {
    const { size, quarry, spaceId } = stage;
    if (size < SIZES.large) return;
    const small = await startQuarry();
    try {
      const { spaceId: smallSpaceId } = await loadSpace(context, small, "Small", SIZES.smallest);
      const contenders: Contender[] = [
        await contender(context, GROWTH_LINES.large, quarry, spaceId),
        await contender(context, GROWTH_LINES.small, small, smallSpaceId),
      ];
      const { warmUpSeconds } = context.effort;
      await compare(context, { part: "growth", size }, contenders, { warmUpSeconds });
    } finally {
      await small.stop();
    }
  },
};

async function contender(
  context: BenchContext,
  line: string,
  quarry: QuarryServer,
  spaceId: string,
): Promise<Contender> {
  const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
  return { side: "quarry", line, processes: quarry.processes, job: { target, connections: 1 } };
}
