import { afterAll, beforeAll, describe, expect, test } from "bun:test";
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
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { until } from "../support/until.ts";
import type { Model } from "./model.ts";
import { type Tally, writeUntilTold } from "./steady-writers.ts";
import { settleModel, wrongAnswers } from "./verify.ts";
import { victimsOf } from "./victims.ts";

/**
 * Nothing is lost when a store is killed: while writers write at random, the service, PostgreSQL or Chroma is killed with
 * SIGKILL and comes back on the same data. Then every answer must be as the acknowledgements said, and the doctor must
 * find nothing. `QUARRY_TEST_KILLS=20` is the full run; `QUARRY_TEST_SEED` repeats one.
 */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 3);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const WRITERS = 4;
const FILES_PER_WRITER = 5;
/** How long everything may take to come to rest after the last thing is up again. */
const REST_MS = 60_000;

for (const configuration of [POSTGRES_CHROMA, POSTGRES, POSTGRES_MEMORY, EMBEDDED, MODULE])
  describe.skipIf(!isInstalled(configuration))(configuration.name, () => faults(configuration));

function faults(configuration: Configuration): void {
  const random = seededRandom(SEED);
  const model: Model = new Map();
  const tally: Tally = new Map();
  const rests: number[] = [];
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

  /** Between two moments, in milliseconds. */
  const pause = (from: number, to: number) => Bun.sleep(from + random() * (to - from));

  /** Writers write while the victim dies, while it is away, and for a while after it is back. */
  async function writeAndKill(kill: number): Promise<string> {
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      writeUntilTold({
        ...{ quarry: connect, spaceId, model, tally },
        filenames: Array.from({ length: FILES_PER_WRITER }, (_, file) => `w${writer}-${file}.md`),
        random: seededRandom(random() * 1e9),
        isOver: () => isOver,
      }),
    );
    const written = Promise.all(writers);
    written.catch(() => undefined);
    const victims = victimsOf(server, surroundings);
    const victim = victims[kill % victims.length] as (typeof victims)[number];
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
    const answer = await fetch(`${server.baseUrl}/ready`).catch(() => undefined);
    return answer?.ok || undefined;
  }

  async function verify(): Promise<void> {
    const begin = performance.now();
    await until("the service to be ready again by itself", isReady);
    const quarry = connect();
    const settled = await settleModel(quarry, spaceId, model, REST_MS);
    expect(await wrongAnswers(quarry, spaceId, settled, "lexical")).toEqual([]);
    expect(await wrongAnswers(quarry, spaceId, settled, "hybrid")).toEqual([]);
    // What was refused in between may be on its way to the vector store still.
    for (;;) {
      const wrong = await wrongAnswers(quarry, spaceId, settled, "vector");
      if (wrong.length === 0) break;
      if (performance.now() - begin > REST_MS) expect(wrong).toEqual([]);
      await Bun.sleep(200);
    }
    rests.push(Math.round(performance.now() - begin));
  }

  test(
    `what was acknowledged survives ${KILLS} kills (seed ${SEED})`,
    async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const victim = await writeAndKill(kill);
        await verify().catch((error: unknown) => {
          console.error(`After the kill of ${victim} (number ${kill + 1}, seed ${SEED}). The service said:`);
          console.error(server.output().slice(-4000));
          throw error;
        });
      }
      expect(tally.get("acknowledged") ?? 0).toBeGreaterThan(KILLS);
      const answers = [...tally].map(([what, count]) => `${count} ${what}`).join(", ");
      console.log(`  ${configuration.name}: ${KILLS} kills; writes: ${answers}; at rest after ${rests} ms`);
    },
    KILLS * (REST_MS + 30_000) + 60_000,
  );

  test("the doctor finds nothing", async () => {
    const { code, output } = await server.command("doctor");
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
  }, 120_000);

  test("the service's log holds no text and no metadata of a document", () => {
    const words = [...model.values()].flatMap((states) =>
      states.flatMap((state) => (state === "absent" ? [] : [/([a-z]{12})\.$/.exec(state.text)?.[1] ?? ""])),
    );
    const output = server.output();
    expect(words.filter((word) => output.includes(word))).toEqual([]);
    // An error of the database names its query's parameters, which may be a tenant's text.
    expect(output.split("\n").filter((line) => line.includes("params: "))).toEqual([]);
  });
}
