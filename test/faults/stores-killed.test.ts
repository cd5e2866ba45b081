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
} from "../properties/configurations.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";
import { type Model, seededRandom } from "./model.ts";
import { type Tally, writeUntilTold } from "./steady-writers.ts";
import { settleModel, wrongAnswers } from "./verify.ts";

/**
 * Nothing is lost whatever is killed: while writers write at random, the server, PostgreSQL or Chroma is killed with
 * SIGKILL and comes back on the same data. Then every answer must be as the acknowledgements said, and the doctor must
 * find nothing. `QUARRY_TEST_KILLS=20` is the full run; `QUARRY_TEST_SEED` repeats one.
 */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 3);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const WRITERS = 4;
const FILES_PER_WRITER = 5;
/** How long everything may take to come to rest after the last thing is up again. */
const REST_MS = 45_000;

const wait = (random: () => number, from: number, to: number) => Bun.sleep(from + random() * (to - from));

for (const configuration of [POSTGRES_CHROMA, POSTGRES, POSTGRES_MEMORY, EMBEDDED, MODULE])
  describe.skipIf(!isInstalled(configuration))(configuration.name, () => faults(configuration));

function faults(configuration: Configuration): void {
  let surroundings: Surroundings;
  let server: RunningServer;

  beforeAll(async () => {
    surroundings = await surround(configuration);
    server = await startServer({ env: { ...surroundings.env, QUARRY_JOB_LEASE_MS: "2000" } });
  }, 120_000);
  afterAll(async () => {
    if (process.env.DEBUG_T) console.log(server.output());
    await server?.stop();
    await surroundings?.stop();
  }, 60_000);

  const connect = () =>
    new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 });

  /** Kills one thing that runs and brings it back after a while; the service has to notice by itself. */
  async function killSomething(random: () => number): Promise<string> {
    const { postgres, chroma } = surroundings;
    const victims: [name: string, kill: () => Promise<void>, restart: () => Promise<void>][] = [
      ["server", () => server.kill(), () => server.restart()],
    ];
    if (postgres) {
      victims.push(["PostgreSQL", postgres.kill, postgres.restart]);
      victims.push(["backend", postgres.killBackend, async () => undefined]);
    }
    if (chroma) victims.push(["Chroma", () => chroma.kill("SIGKILL"), chroma.restart]);
    if (postgres && chroma)
      victims.push([
        "everything",
        async () => void (await Promise.all([server.kill(), postgres.kill(), chroma.kill("SIGKILL")])),
        async () => {
          await Promise.all([postgres.restart(), chroma.restart()]);
          await server.restart();
        },
      ]);
    const [name, kill, restart] = victims[Math.floor(random() * victims.length)] as (typeof victims)[number];
    await kill();
    await wait(random, 0, 800);
    await restart();
    return name;
  }

  async function isReady(): Promise<true | undefined> {
    const answer = await fetch(`${server.baseUrl}/ready`).catch(() => undefined);
    if (process.env.DEBUG_T) console.log(answer?.status, await answer?.text());
    return answer?.ok || undefined;
  }

  test(
    `what was acknowledged survives ${KILLS} kills (seed ${SEED})`,
    async () => {
      const random = seededRandom(SEED);
      const model: Model = new Map();
      const tally: Tally = new Map();
      const killed = new Map<string, number>();
      const rests: number[] = [];
      const { space } = await connect().spaces.create({ name: "Survivors" });
      for (let kill = 0; kill < KILLS; kill += 1) {
        let isOver = false;
        const writers = Array.from({ length: WRITERS }, (_, writer) =>
          writeUntilTold({
            quarry: connect,
            spaceId: space.id,
            model,
            filenames: Array.from({ length: FILES_PER_WRITER }, (_, file) => `w${writer}-${file}.md`),
            random: seededRandom(random() * 1e9),
            tally,
            isOver: () => isOver,
          }),
        );
        const all = Promise.all(writers);
        all.catch(() => undefined);
        await wait(random, 50, 500);
        const name = await killSomething(random);
        killed.set(name, (killed.get(name) ?? 0) + 1);
        if (process.env.DEBUG_T) console.log("KILLED", name);
        await wait(random, 50, 400);
        isOver = true;
        await all;

        const begin = performance.now();
        await until("the service to be ready again", isReady, 20_000);
        const settled = await settleModel(connect(), space.id, model, REST_MS);
        expect({ kill, name, wrong: await wrongAnswers(connect(), space.id, settled, "lexical") }).toEqual({
          ...{ kill, name, wrong: [] },
        });
        expect({ kill, name, wrong: await wrongAnswers(connect(), space.id, settled, "hybrid") }).toEqual({
          ...{ kill, name, wrong: [] },
        });
        let wrong: string[] = [];
        await until(
          "the vectors to be right",
          async () => {
            wrong = await wrongAnswers(connect(), space.id, settled, "vector");
            return wrong.length === 0 || undefined;
          },
          REST_MS,
        ).catch(() => expect({ kill, name, wrong }).toEqual({ kill, name, wrong: [] }));
        rests.push(performance.now() - begin);
        if (kill % 5 === 4 || kill === KILLS - 1) {
          const { code, output } = await server.command("doctor");
          expect({ kill, name, code, output }).toMatchObject({ code: 0 });
        }
      }
      expect(tally.get("acknowledged") ?? 0).toBeGreaterThan(KILLS);
      const list = (counts: Map<string | number, number>) =>
        [...counts].map((pair) => pair.join(" ")).join(", ");
      console.log(
        `  ${list(tally)}; killed: ${list(killed)}; at rest after at most ${Math.round(Math.max(...rests))} ms`,
      );
    },
    KILLS * 60_000 + 60_000,
  );
}
