import { afterAll, beforeAll, expect, test } from "bun:test";
import { AWAY, LYING, type Mood } from "../../support/moody-store.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { sentence } from "../queries/corpus.ts";
import { diagnose, type MoodyApp, startMoodyApp } from "./moody-app.ts";

const WRITES = Number(process.env.QUARRY_TEST_FLAPPING_WRITES ?? 200);
const SEED = Number(process.env.QUARRY_TEST_FLAPPING_SEED ?? 1);
const WRITERS = 4;
const MOODS: readonly Mood[] = [{}, AWAY, LYING, { calls: "fails-late" }, { failingShare: 0.3 }];

let moody: MoodyApp;

beforeAll(async () => {
  moody = await startMoodyApp();
}, 120_000);
afterAll(() => moody.stop());

/** Sends a random write to one of a few filenames. The state of the store decides whether it returns 503. */
async function write(random: () => number): Promise<number> {
  const { app, spaceId } = moody;
  const filename = `f${Math.floor(random() * 12)}.md`;
  const metadata = { v: Math.floor(random() * 5) };
  const text = `${sentence(Math.floor(random() * 50))}\n\n# Part\n\n${sentence(Math.floor(random() * 50))}`;
  const roll = random();
  if (roll < 0.5) return (await moody.put(filename, text, metadata)).status;
  if (roll < 0.6) {
    const body = { filename, content: text, metadata };
    return (await app.call("POST", `/api/spaces/${spaceId}/documents`, { body })).status;
  }
  const found = await app.call("GET", `/api/documents/by-filename?spaceId=${spaceId}&filename=${filename}`);
  if (found.status === 404) return 404;
  const path = `/api/documents/${found.json.id}`;
  if (roll < 0.8) return (await app.call("PATCH", path, { body: { spaceId, metadata } })).status;
  return (await app.call("DELETE", `${path}?spaceId=${spaceId}`)).status;
}

test(`after ${WRITES} writes with an intermittent store (seed ${SEED}), the store matches the database`, async () => {
  const random = seededRandom(SEED);
  const counts = new Map<number, number>();
  let left = WRITES;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const ownRandom = seededRandom(SEED * 100 + writer);
    while (left > 0) {
      left -= 1;
      if (left % 8 === 0) moody.be(MOODS[Math.floor(random() * MOODS.length)] ?? {});
      const status = await write(ownRandom);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(writers);
  expect([...counts.keys()].filter((status) => ![200, 201, 404, 409, 503].includes(status))).toEqual([]);
  expect(counts.get(503) ?? 0).toBeGreaterThan(WRITES / 20);
  moody.be({});
  await moody.caughtUp();
  expect(await diagnose(moody.app)).toEqual(["no problems found"]);
}, 120_000);
