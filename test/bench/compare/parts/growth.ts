import { makeCorpus } from "../corpus/corpus.ts";
import { GROWTH_LINES, SIZES } from "../results/targets/name-target.ts";
import { createSpace, loadQuarry } from "../servers/load-quarry.ts";
import { startQuarry } from "../servers/quarry.ts";
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
      const smallSpaceId = await createSpace(small, "Small");
      const { documents } = await makeCorpus(context.sources, SIZES.smallest);
      await loadQuarry(
        context,
        small,
        documents.map((document) => ({ ...document, spaceId: smallSpaceId })),
      );
      const targets = [
        await quarryTarget(context, quarry, () => ({ spaceIds: spaceId })),
        await quarryTarget(context, small, () => ({ spaceIds: smallSpaceId })),
      ] as const;
      const { warmUpSeconds } = context.effort;
      await compare(
        context,
        { part: "growth", size },
        [
          {
            line: GROWTH_LINES.large,
            processes: quarry.processes,
            job: { target: targets[0], connections: 1 },
          },
          {
            line: GROWTH_LINES.small,
            processes: small.processes,
            job: { target: targets[1], connections: 1 },
          },
        ].map((contender) => ({ side: "quarry", ...contender }) as const),
        { warmUpSeconds },
      );
    } finally {
      await small.stop();
    }
  },
};
