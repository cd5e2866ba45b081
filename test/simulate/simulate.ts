import type { Configuration } from "../support/configurations.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { wrongSpace } from "./check.ts";
import { makeCalls } from "./client.ts";
import { FAULTS, type MakeFault } from "./faults.ts";
import { emptyLedger, type Ledger } from "./ledger.ts";
import { startWorld, type World } from "./world.ts";

const CLIENTS = 4;
const CALLS_PER_EPISODE = 120;
/** Notes of calls that a failure prints. */
const SHOWN_NOTES = 40;

/** What a simulation did. */
export interface Simulation {
  readonly episodes: number;
  readonly calls: number;
  /** At how many failpoints the server has stopped, of how many. */
  readonly failpoints: { readonly reached: number; readonly known: number };
  /** Empty when everything held. The first line names the seed and the episode. */
  readonly problems: readonly string[];
}

/**
 * Makes random calls while one fault after the other happens, until the time is over or something is wrong. Everything random
 * follows from the seed and the number of the episode, except for the order in which answers arrive.
 * @param only Runs this episode alone.
 * @param faults What may happen; by default everything.
 */
export async function simulate(options: {
  readonly configuration: Configuration;
  readonly seed: number;
  readonly limitMs: number;
  readonly only?: number | undefined;
  readonly faults?: readonly MakeFault[];
  print(line: string): void;
}): Promise<Simulation> {
  const { configuration, seed, limitMs, only, print, faults = FAULTS } = options;
  const world = await startWorld(configuration);
  try {
    const ledgers = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) =>
        emptyLedger((await world.connect().spaces.create({ name: `Client ${client}` })).space.id),
      ),
    );
    const end = performance.now() + limitMs;
    let [episodes, calls] = [0, 0];
    const counts = async () => ({
      ...{ episodes, calls },
      failpoints: {
        reached: (await world.insider.reached()).size,
        known: world.insider.failpoints.length,
      },
    });
    for (let episode = only ?? 0; episodes === 0 || performance.now() < end; episode += 1) {
      const { name, problems, made } = await runEpisode(world, ledgers, faults, seed * 1_000_003 + episode);
      episodes += 1;
      calls += made;
      print(`episode ${episode}: ${name}; ${made} calls`);
      if (problems.length > 0)
        return {
          ...(await counts()),
          problems: [`seed ${seed}, ${configuration.name}, episode ${episode}: ${name}`, ...problems],
        };
      if (only !== undefined) break;
    }
    return { ...(await counts()), problems: [] };
  } finally {
    await world.stop();
  }
}

async function runEpisode(
  world: World,
  ledgers: readonly Ledger[],
  faults: readonly MakeFault[],
  seed: number,
) {
  const random = seededRandom(seed);
  const fault = pickFault(faults, world, random);
  const problems: string[] = [];
  const notes: string[] = [];
  let made = 0;
  const attempt = (task: Promise<unknown>) => task.catch((error: unknown) => problems.push(describe(error)));
  await Promise.all(
    ledgers.map((ledger, at) => {
      const client = {
        ledger,
        random: seededRandom(random() * 1e9),
        connect(key?: string) {
          made += 1;
          fault.onCall?.(made);
          return world.connect(key);
        },
        report: (problem: string) => problems.push(`client ${at}: ${problem}`),
        note: (line: string) => notes.push(`client ${at}: ${line}`),
      };
      return attempt(makeCalls(client, () => made >= CALLS_PER_EPISODE || problems.length > 0));
    }),
  );
  await attempt(fault.end());
  await attempt(world.recover());
  for (const ledger of ledgers)
    await attempt(wrongSpace(world, ledger).then((wrong) => problems.push(...wrong)));
  const { code, output } = await world.server.command("doctor");
  if (code !== 0) problems.push(`doctor: ${output}`);
  if (problems.length > 0)
    problems.push("the last calls:", ...notes.slice(-SHOWN_NOTES), world.server.output().slice(-3000));
  return { name: fault.name, problems, made };
}

function pickFault(faults: readonly MakeFault[], world: World, random: () => number) {
  for (;;) {
    const fault = faults[Math.floor(random() * faults.length)]?.(world, random);
    if (fault) return fault;
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
