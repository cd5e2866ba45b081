import { createBenchContext } from "../bench-context.ts";
import { syntheticSource } from "../corpus/sentences.ts";
import { openStage } from "../servers/stage.ts";
import { FLOORS, MEASURED } from "./floors.ts";
import { judgeFloors } from "./judge-floors.ts";
import { measureRatios } from "./ratios.ts";

const CHUNKS = 5000;

/** The effort of the small form: two minutes in all on two processors. */
const SMALL = {
  ...{ turns: 3, secondsPerBlock: 1.5, warmUpSeconds: 5, questions: 20_000, peerQuestions: 500 },
  ...{ recallQuestions: 0, uploads: 0, idleSeconds: 0, openLoopSeconds: 0, connections: [8] },
} as const;

/**
 * Measures ratios at a small size and fails if one falls below its floor. Ratios depend little on the machine; the text is
 * the same on all machines, because a clean clone has no collections.
 */
export async function compareSmall(): Promise<void> {
  const sink = { add: async () => undefined, addProfile: async () => undefined };
  const context = await createBenchContext(SMALL, [syntheticSource()], sink, () => "", CHUNKS);
  try {
    const stage = await openStage(context, CHUNKS);
    try {
      const { lines, failed } = judgeFloors(FLOORS, await measureRatios(context, stage));
      console.log(`Ratios at ${CHUNKS} chunks; the floors are half of what ${MEASURED} reached.`);
      for (const line of lines) console.log(line);
      if (failed > 0) process.exitCode = 1;
    } finally {
      await stage.close();
    }
  } finally {
    await context.close();
  }
}
