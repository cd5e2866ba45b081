import type { BenchContext } from "../bench-context.ts";
import type { HttpTarget } from "../load/job.ts";
import { quarryTarget } from "../servers/questions.ts";
import { connectionsText, type StagePart } from "./part.ts";
import { type ProfiledLoad, withProfile } from "./with-profile.ts";

/** The lines of the table that miss their target on one space. Questions take the values of a filter in turn. */
const LOADS = [
  { line: "hybrid", connections: 8, fields: () => ({}) },
  { line: "lexical", connections: 8, fields: () => ({ mode: "lexical" }) },
  {
    ...{ line: "hybrid, filter of 1 %", connections: 1 },
    fields: (number: number) => ({ metadata: { hundredth: number % 100 } }),
  },
  {
    ...{ line: "hybrid, filter of 10 %", connections: 1 },
    fields: (number: number) => ({ metadata: { tenth: number % 10 } }),
  },
] as const;

/** Questions on the whole space. */
export const profile: StagePart = {
  name: "profile",
  async measure(context, { quarry, spaceId, size }) {
    for (const { line, connections, fields } of LOADS) {
      const name = `${line}, ${size.toLocaleString("en")} chunks, ${connectionsText(connections)}`;
      const target = await quarryTarget(context, quarry, (number) => ({
        spaceIds: spaceId,
        ...fields(number),
      }));
      await withProfile(context, quarry, name, () => askWarm(context, target, connections));
    }
  },
};

/** Asks until the runtime's compilers have settled, then for the time that counts. */
export async function askWarm(
  { effort, generator }: BenchContext,
  target: HttpTarget,
  connections: number,
): Promise<ProfiledLoad> {
  const job = { target, connections, from: 0 };
  const warm = await generator.run({ ...job, until: { seconds: effort.warmUpSeconds } });
  const from = Date.now();
  const until = { seconds: effort.secondsPerBlock * 3 };
  const { requests } = await generator.run({ ...job, from: warm.requests, until });
  return { count: requests, from, to: Date.now() };
}
