import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import {
  type Configuration,
  EMBEDDED,
  isInstalled,
  MODULE,
  POSTGRES,
  POSTGRES_CHROMA,
  POSTGRES_MEMORY,
  type Surroundings,
  surround,
} from "../support/configurations.ts";
import { postgresProcesses, postmasters } from "../support/postgres-processes.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { until } from "../support/until.ts";
import { type Model, uniqueWordIn } from "./model.ts";
import { type Tally, writeThroughOutages } from "./resilient-writers.ts";
import { settleModel, wrongResults } from "./verify.ts";
import { victimsOf } from "./victims.ts";

/**
 * Killing a store loses no acknowledged write. While writers send random writes, the test kills the service, PostgreSQL
 * (the embedded one too), Chroma, or all of them with SIGKILL and restarts them on the same data. Queries must then match the acknowledged writes, and the
 * doctor must find no problems. `QUARRY_TEST_KILLS=20` is the full run; `QUARRY_TEST_SEED` repeats a run.
 */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 2);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const WRITERS = 4;
const FILES_PER_WRITER = 5;
/** Time limit for recovery after the last restart. */
const RECOVERY_MS = 60_000;

for (const configuration of [POSTGRES_CHROMA, POSTGRES, POSTGRES_MEMORY, EMBEDDED, MODULE])
  describe.skipIf(!isInstalled(configuration))(configuration.name, () => faults(configuration));

function faults(configuration: Configuration): void {
  const random = seededRandom(SEED);
  const model: Model = new Map();
  const tally: Tally = new Map();
  const recoveriesMs: number[] = [];
  let surroundings: Surroundings;
  let server: RunningServer;
  let spaceId = "";

  const connect = () =>
    new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 });

  beforeAll(async () => {
    surroundings = await surround(configuration);
    server = await startServer({ env: { ...surroundings.env, QUARRY_JOB_LEASE_MS: "2000" } });
    spaceId = (await connect().spaces.create({ name: "Survivors" })).space.id;
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await surroundings?.stop();
  }, 120_000);

  /** Sleeps for a random time within these bounds, in milliseconds. */
  const pause = (from: number, to: number) => Bun.sleep(from + random() * (to - from));

  /** Waits for the next acknowledged write. A busy machine takes seconds for one. */
  async function aWrite(): Promise<void> {
    const before = tally.get("acknowledged") ?? 0;
    const isThere = () => ((tally.get("acknowledged") ?? 0) > before ? true : undefined);
    await until("an acknowledged write", isThere, RECOVERY_MS);
  }

  /** Runs writers before, during and after an outage of one victim. Returns its name. */
  async function writeAndKill(kill: number): Promise<string> {
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeThroughOutages({
        ...{ quarry: connect, spaceId, model, tally },
        filenames: Array.from({ length: FILES_PER_WRITER }, (_, file) => `w${writer}-${file}.md`),
        random: seededRandom(random() * 1e9),
        isOver: () => isOver,
      }),
    );
    const written = Promise.all(writers);
    // Prevents an unhandled rejection; awaited below.
    written.catch(() => undefined);
    const victims = victimsOf(server, surroundings);
    const victim = victims[kill % victims.length] as (typeof victims)[number];
    await aWrite();
    await pause(50, 500);
    await victim.kill();
    await pause(0, 800);
    await victim.restart();
    await pause(50, 400);
    isOver = true;
    await written;
    return victim.name;
  }

  async function isReady(): Promise<true | undefined> {
    const response = await fetch(`${server.baseUrl}/ready`).catch(() => undefined);
    return response?.ok || undefined;
  }

  async function verify(): Promise<void> {
    const begin = performance.now();
    await until("the service to be ready without help", isReady);
    const quarry = connect();
    const settled = await settleModel(quarry, spaceId, model, RECOVERY_MS);
    expect(await wrongResults(quarry, spaceId, settled, "lexical")).toEqual([]);
    expect(await wrongResults(quarry, spaceId, settled, "hybrid")).toEqual([]);
    // The vector store may still lack writes that it could not accept during the outage.
    for (;;) {
      const wrong = await wrongResults(quarry, spaceId, settled, "vector");
      if (wrong.length === 0) break;
      if (performance.now() - begin > RECOVERY_MS) expect(wrong).toEqual([]);
      await Bun.sleep(200);
    }
    recoveriesMs.push(Math.round(performance.now() - begin));
  }

  test(
    `acknowledged writes survive ${KILLS} kills (seed ${SEED})`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const victim = await writeAndKill(kill);
        await verify().catch((error: unknown) => {
          console.error(`After kill ${kill + 1}, of ${victim} (seed ${SEED}). Output of the service:`);
          console.error(server.output().slice(-4000));
          throw error;
        });
      }
      expect(tally.get("acknowledged") ?? 0).toBeGreaterThan(KILLS);
      const outcomes = [...tally].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
      console.log(
        `  ${configuration.name}: ${KILLS} kills; writes: ${outcomes}; recovered after ${recoveriesMs} ms`,
      );
    },
    KILLS * (RECOVERY_MS + 30_000) + 60_000,
  );

  test("the doctor finds no problems", async () => {
    const { code, output } = await server.command("doctor");
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
  }, 120_000);

  test.skipIf(configuration !== EMBEDDED)("one embedded server runs, and none is left behind", async () => {
    const data = join(server.dataDir, "postgres", "data");
    expect(postmasters(data)).toHaveLength(1);
    await server.end();
    expect(postgresProcesses(data)).toEqual([]);
  });

  test("the service's log contains no document text or metadata", () => {
    const words = [...model.values()].flatMap((states) =>
      states.flatMap((state) => (state === "absent" ? [] : [uniqueWordIn(state.text)])),
    );
    const output = server.output();
    expect(words.filter((word) => output.includes(word))).toEqual([]);
    // A database error lists the query's parameters, which may contain a tenant's text.
    expect(output.split("\n").filter((line) => line.includes("params: "))).toEqual([]);
  });
}
