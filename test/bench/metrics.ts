import { type RunningServer, startServer } from "../support/running-server.ts";
import { spreadOf } from "./compare/results/statistics.ts";
import { cpuSeconds } from "./compare/servers/process-figures.ts";
import { flood } from "./overload/flood.ts";
import { fill, type Tenant } from "./overload/stage.ts";

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 4;
/** Three times as often as Prometheus by default. */
const SCRAPE_MS = 5000;
const TOKEN = "the-token-of-a-benchmark";
const ENV = { QUARRY_CHECK_ANSWERS: "false", QUARRY_ENTERPRISE_REQUESTS_PER_MINUTE: "1000000000" };

interface Contender {
  readonly name: string;
  readonly server: RunningServer;
  readonly tenant: Tenant;
  readonly perSecond: number[];
  readonly cpuMs: number[];
}

/** Measures what metrics cost: questions per second and processor time per question of servers with and without, in turn. */
export async function benchMetrics(options: {
  readonly chunks: number;
  readonly turns: number;
  readonly seconds: number;
}): Promise<void> {
  const { chunks, turns, seconds } = options;
  const contenders: Contender[] = [];
  try {
    for (const [name, env] of [
      ["without", ENV],
      ["with", { ...ENV, QUARRY_METRICS_TOKEN: TOKEN }],
    ] as const) {
      const server = await startServer({ env });
      const contender = { name, server, perSecond: [], cpuMs: [] };
      contenders.push({ ...contender, tenant: await fill(server, server.rootKey, chunks, 1) });
    }
    for (const { tenant } of contenders)
      await flood({ ...tenant, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    for (let turn = 0; turn < turns; turn += 1)
      for (const contender of turn % 2 === 0 ? contenders : contenders.toReversed())
        await measure(contender, seconds);
    report(contenders, options);
  } finally {
    for (const { server } of contenders) await server.stop();
  }
}

async function measure({ server, tenant, perSecond, cpuMs }: Contender, seconds: number): Promise<void> {
  const scraping = setInterval(() => void scrape(server), SCRAPE_MS);
  const before = cpuSeconds([server.pid]);
  const { accepted } = await flood({ ...tenant, connections: CONNECTIONS, seconds });
  cpuMs.push(((cpuSeconds([server.pid]) - before) / accepted.count) * 1000);
  perSecond.push(accepted.perSecond);
  clearInterval(scraping);
}

/** Also of the server without metrics, which answers 404. */
async function scrape({ baseUrl }: RunningServer): Promise<void> {
  await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } }).then((reply) =>
    reply.text(),
  );
}

function report(
  [without, withMetrics]: readonly Contender[],
  { chunks, turns, seconds }: { readonly chunks: number; readonly turns: number; readonly seconds: number },
): void {
  if (!without || !withMetrics) return;
  console.log(
    `${chunks} chunks, ${CONNECTIONS} connections; median of ${turns} turns of ${seconds} s (range)`,
  );
  for (const { name, perSecond, cpuMs } of [without, withMetrics]) {
    console.log(
      `${name.padEnd(8)} ${range(perSecond, 0)} questions/s, ${range(cpuMs, 3)} ms of processor time each`,
    );
  }
  const ratios = (of: "perSecond" | "cpuMs") =>
    withMetrics[of].map((value, turn) => (value / (without[of][turn] ?? Number.NaN) - 1) * 100);
  console.log(
    `with/without by turn: ${range(ratios("perSecond"), 1)} % questions/s, ${range(ratios("cpuMs"), 1)} % processor time`,
  );
}

function range(values: readonly number[], digits: number): string {
  const { median, least, most } = spreadOf(values);
  return `${median.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}
