import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { until } from "../support/until.ts";
import { type Model, sameState, uniqueWordIn } from "./model.ts";
import { currentState } from "./verify.ts";
import { writeUntilGone } from "./writers.ts";

/**
 * Acknowledged writes survive `kill -9`. Four writers send random writes until the server is killed at a random moment.
 * After a restart, the documents must match the responses. `QUARRY_TEST_KILLS=50` is the full run.
 */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 3);
const WRITERS = 4;
const FILES_PER_WRITER = 6;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server.stop());

const connect = () =>
  new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 });

/** Checks that each file is in a state that the responses allow, and that queries find its current text and no other. */
async function verify(quarry: Quarry, spaceId: string, model: Model): Promise<void> {
  for (const [filename, allowed] of model) {
    const now = await currentState(quarry, spaceId, filename);
    expect({ filename, now, isAllowed: allowed.some((state) => sameState(state, now)) }).toMatchObject({
      isAllowed: true,
    });
    for (const state of [...allowed, now]) {
      if (state === "absent") continue;
      const word = uniqueWordIn(state.text);
      const { results } = await quarry.query({ query: word, spaceIds: spaceId, topK: 1 });
      const isFound = results.some((result) => result.chunk.content.includes(word));
      expect({ filename, word, isFound }).toEqual({
        filename,
        word,
        isFound: now !== "absent" && now.text === state.text,
      });
    }
    model.set(filename, [now]);
  }
}

test(
  `acknowledged writes survive ${KILLS} kills (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    const model: Model = new Map();
    const { space } = await connect().spaces.create({ name: "Survivors" });
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const quarry = connect();
      const before = acknowledged;
      const writers = Array.from({ length: WRITERS }, (_, writer) => {
        const files = Array.from({ length: FILES_PER_WRITER }, (_, file) => `w${writer}-${file}.md`);
        return writeUntilGone(quarry, space.id, model, files, seededRandom(random() * 1e9), {
          onAcknowledged: () => {
            acknowledged += 1;
          },
        });
      });
      await Bun.sleep(50 + random() * 500);
      // Even on a busy machine each kill has something to lose.
      await until("a write is acknowledged", () => acknowledged > before || undefined);
      await server.kill();
      await Promise.all(writers);
      await server.restart();
      await verify(connect(), space.id, model);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
    console.log(`  ${acknowledged} acknowledged writes, ${KILLS} kills, none lost`);
  },
  KILLS * 20_000 + 60_000,
);
