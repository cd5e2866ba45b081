import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { about, type Process, type Processes, prepareProcesses } from "../server/processes/processes.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { POSTGRES } from "../support/configurations.ts";
import { type CuttableNetwork, startCuttableNetwork } from "../support/cuttable-network.ts";
import { hasPostgres } from "../support/postgres.ts";
import { REPEATS } from "../support/rounds.ts";
import { until } from "../support/until.ts";

/** Processes that answer calls. Two more only process documents. */
const SERVERS = 3;
const READERS = 4;
const LATE_MS = 30_000;
/** Between the calls of a caller, so that there is a load without a busy machine. */
const PAUSE_MS = 20;

describe.skipIf(!hasPostgres())("three servers and two workers behind a balancer:", () => {
  let processes: Processes;
  let servers: Process[];
  let workers: Process[];
  let balancer: Balancer;
  /** Of the last server. */
  let network: CuttableNetwork;
  let quarry: Quarry;
  let spaceId: string;
  let runs = 0;

  beforeAll(async () => {
    processes = await prepareProcesses(POSTGRES, { QUARRY_JOB_LEASE_MS: "5000" });
    network = await startCuttableNetwork(processes.env.DATABASE_URL ?? "");
    const first = await processes.start();
    const others = await processes.startAtOnce(SERVERS - 2);
    servers = [first, ...others, await processes.start({ DATABASE_URL: network.url })];
    workers = await processes.startAtOnce(2);
    balancer = await startBalancer();
    for (const { server } of servers) balancer.targets.add(server.baseUrl);
    await until("all servers", () => balancer.ready().length === SERVERS || undefined);
    quarry = client(processes.env.QUARRY_ROOT_KEY ?? "");
    spaceId = (await quarry.spaces.create({ name: "Balanced" })).space.id;
    await quarry.documents.upsert({ spaceId, filename: "heron.md", content: about("heron") });
  }, 120_000);
  afterAll(async () => {
    for (const { server } of servers) signal(server.pid, "SIGCONT");
    await balancer.stop();
    await processes.end();
    await network.stop();
  });

  /** With the retries that every caller of the SDK has. */
  const client = (apiKey: string) => new Quarry({ apiKey, baseUrl: balancer.url, timeoutMs: 20_000 });

  /** Reads and writes through the balancer while a task runs. Returns what was acknowledged and what failed. */
  async function underLoad(task: () => Promise<void>) {
    runs += 1;
    const run = runs;
    let isOver = false;
    const kept: string[] = [];
    const failures: string[] = [];
    let answers = 0;
    const repeat = async (call: (at: number) => Promise<void>) => {
      for (let at = 0; !isOver; at += 1) {
        await call(at).then(
          () => (answers += 1),
          (error: unknown) => failures.push(`${Math.round(performance.now())} ms: ${String(error)}`),
        );
        await Bun.sleep(PAUSE_MS);
      }
    };
    const callers = [
      ...Array.from({ length: READERS }, () =>
        repeat(async () => {
          const { results } = await quarry.query({ query: about("heron"), spaceIds: spaceId });
          if (!results[0]?.chunk.content.includes("heron")) throw new Error("the heron was not found");
        }),
      ),
      repeat(async (at) => {
        const filename = `${run}-put-${at}.md`;
        await quarry.documents.upsert({ spaceId, filename, content: about(`w${filename}`) });
        kept.push(filename);
      }),
      repeat(async (at) => {
        const filename = `${run}-upload-${at}.md`;
        await quarry.documents.upload({ spaceId, filename, content: about(`w${filename}`) });
        kept.push(filename);
      }),
    ];
    await task().finally(() => {
      isOver = true;
    });
    await Promise.all(callers);
    if (failures.length > 0) console.error("The balancer's closings:", balancer.closings);
    return { kept, failures, answers };
  }

  /** Every acknowledged document is processed and found. */
  async function expectKept(kept: readonly string[]): Promise<void> {
    for (const filename of kept) {
      const document = await until(
        `${filename} to be processed`,
        async () => {
          const found = await quarry.documents.getByFilename({ spaceId, filename });
          return found.status === "COMPLETED" ? found : undefined;
        },
        LATE_MS,
      );
      expect(document.filename).toBe(filename);
    }
    expect((await servers[0]?.server.command("doctor"))?.output).toContain("no problems found\n");
  }

  test(
    "a rolling restart under load: no call fails, and nothing is lost",
    async () => {
      const { kept, failures, answers } = await underLoad(async () => {
        for (const { server } of [...servers, ...workers]) {
          const before = server.baseUrl;
          await server.restart();
          if (!balancer.targets.delete(before)) continue;
          balancer.targets.add(server.baseUrl);
          await until("the restarted server", () => balancer.ready().includes(server.baseUrl) || undefined);
        }
      });
      expect(failures).toEqual([]);
      expect(answers).toBeGreaterThan(50);
      await expectKept(kept);
    },
    { timeout: 120_000, repeats: REPEATS },
  );

  test("a revoked key is refused by every server within a second", async () => {
    const { key, apiKey } = await quarry.apiKeys.create({
      name: "soon revoked",
      permissions: ["spaces:read"],
    });
    const callers = servers.map(
      ({ server }) => new Quarry({ apiKey: key, baseUrl: server.baseUrl, maxRetries: 0 }),
    );
    for (const caller of callers) await caller.spaces.list();
    await quarry.apiKeys.delete({ id: apiKey.id });
    await Bun.sleep(1000);
    for (const caller of callers)
      expect(await caller.spaces.list().then(String, ({ code }) => code)).toBe("unauthorized");
  });

  test(
    "one server frozen, one killed, one cut from the database: the others answer, and nothing is lost",
    async () => {
      const [frozen, killed, cutOff] = servers as [Process, Process, Process];
      const { kept, failures, answers } = await underLoad(async () => {
        signal(frozen.server.pid, "SIGSTOP");
        await Bun.sleep(5000);
        signal(frozen.server.pid, "SIGCONT");
        await until("all servers", () => balancer.ready().length === SERVERS || undefined, LATE_MS);

        network.cut();
        await Bun.sleep(2500);
        network.repair();
        await until(
          "the server that was cut off",
          () => balancer.ready().includes(cutOff.server.baseUrl) || undefined,
          LATE_MS,
        );

        const before = killed.server.baseUrl;
        await killed.server.kill();
        await workers[0]?.server.kill();
        await Bun.sleep(1000);
        await killed.server.restart();
        balancer.targets.delete(before);
        balancer.targets.add(killed.server.baseUrl);
        await until("all servers", () => balancer.ready().length === SERVERS || undefined, LATE_MS);
      });
      // An upload that the killed server was carrying out: the repeated call says that the outcome is unknown.
      expect(failures.filter((failure) => !/was interrupted|is in progress/.test(failure))).toEqual([]);
      expect(failures.length).toBeLessThan(3);
      expect(answers).toBeGreaterThan(50);
      await expectKept(kept);
    },
    { timeout: 180_000, repeats: REPEATS },
  );
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
