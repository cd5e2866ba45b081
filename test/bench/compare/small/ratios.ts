import type { BenchContext } from "../bench-context.ts";
import { type Contender, measureInTurn } from "../load/in-turn.ts";
import { withHundredChunks } from "../parts/hundred.ts";
import { ratioOf, type Spread } from "../results/statistics.ts";
import { chromaTarget, quarryTarget } from "../servers/questions.ts";
import type { Stage } from "../servers/stage.ts";
import type { FLOORS } from "./floors.ts";
import { loadInTurn } from "./loadings.ts";

const CONNECTIONS = 8;
const SHARES = 10;

/** Measures the ratios of the small form. */
export async function measureRatios(
  context: BenchContext,
  stage: Stage,
): Promise<Record<keyof typeof FLOORS, Spread>> {
  const { quarry, chroma, spaceId } = stage;
  if (!chroma) throw new Error("The small form needs Chroma.");
  const { turns, secondsPerBlock, warmUpSeconds } = context.effort;
  const rates = async (contenders: readonly Contender[], warmUp: number) => {
    const options = { turns, seconds: secondsPerBlock, warmUpSeconds: warmUp };
    const measured = await measureInTurn(context.generator, contenders, options);
    return measured.map(({ blocks }) => blocks.perSecond ?? []);
  };
  const own = { side: "quarry", processes: quarry.processes } as const;
  const peer = { side: "chroma", processes: chroma.server.processes } as const;
  const where = (number: number) => ({ tenth: number % SHARES });
  const target = (extra: (number: number) => Readonly<Record<string, unknown>>) =>
    quarryTarget(context, quarry, (number) => ({ spaceIds: spaceId, ...extra(number) }));
  const at = (connections: number, at: Awaited<ReturnType<typeof target>>) => ({ target: at, connections });

  const [hybrid = [], lexical = [], vectors = []] = await rates(
    [
      { ...own, line: "hybrid", job: at(CONNECTIONS, await target(() => ({}))) },
      { ...own, line: "lexical", job: at(CONNECTIONS, await target(() => ({ mode: "lexical" }))) },
      { ...peer, line: "vector", job: at(CONNECTIONS, await chromaTarget(context, chroma.server)) },
    ],
    warmUpSeconds,
  );
  const [filtered = [], wheres = []] = await rates(
    [
      { ...own, line: "filter", job: at(1, await target((number) => ({ metadata: where(number) }))) },
      { ...peer, line: "filter", job: at(1, await chromaTarget(context, chroma.server, where)) },
    ],
    1,
  );
  const [small = [], bare = []] = await withHundredChunks(context, quarry, (pair) =>
    rates(pair(CONNECTIONS), warmUpSeconds / 2),
  );
  const loadings = await loadInTurn(context, stage, turns);
  return {
    hybrid: ratioOf(hybrid, vectors),
    lexical: ratioOf(lexical, vectors),
    filter: ratioOf(filtered, wheres),
    hundred: ratioOf(small, bare),
    loading: ratioOf(loadings.quarry, loadings.chroma),
  };
}
