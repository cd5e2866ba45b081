import type { BenchContext } from "../bench-context.ts";
import type { HttpTarget } from "../load/job.ts";
import { quarryTarget } from "../servers/questions.ts";
import { connectionsText, type StagePart } from "./part.ts";
import { type ProfiledLoad, withProfile } from "./with-profile.ts";

const CONNECTIONS = 8;

/** Questions on the whole space. */
export const profile: StagePart = {
  name: "profile",
  async measure(context, { quarry, spaceId, size }) {
    const name = `hybrid, ${size.toLocaleString("en")} chunks, ${connectionsText(CONNECTIONS)}`;
    const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
    await withProfile(context, quarry, name, () => askWarm(context, target, CONNECTIONS));
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
