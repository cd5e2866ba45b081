import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Quarry } from "@quarry/sdk";
import { collectBytes } from "../../server/src/platform/bytes.ts";
import { UNREADABLE } from "../contract/seeding.ts";
import { diagnose } from "../server/indexes/moody-app.ts";
import { operate } from "../server/operations/operating.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { SLUGS, serviceTraffic } from "./service-traffic.ts";

/**
 * After concurrent writes of every kind, the doctor finds no difference between the catalogue in memory and the database.
 * `QUARRY_TEST_SCALE=full` runs many more rounds; `QUARRY_TEST_SEED` repeats the choice of writes of one run.
 */
const ROUNDS = process.env.QUARRY_TEST_SCALE === "full" ? 500 : 40;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const ROUNDS_PER_CHECK = 10;
const CONCURRENT = 4;

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_STATUS_HOLD_MS: "100" } });
  for (const slug of [...SLUGS, "workshop"]) await app.quarry.spaces.create({ name: slug, slug });
}, 120_000);
afterAll(() => app?.stop());

const random = seededRandom(SEED);
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;

/** Writes that the traffic does not contain. */
const WRITES: Readonly<Record<string, (quarry: Quarry) => Promise<unknown>>> = {
  "a status": async (quarry) => {
    const document = await anyDocument(quarry);
    const status = pick(["COMPLETED", "FAILED", "PENDING", "PROCESSING"] as const);
    if (document) await quarry.documents.update({ ...document, status });
  },
  "a retry": async (quarry) => {
    const document = await anyDocument(quarry, "FAILED");
    if (document) await quarry.documents.retry(document);
  },
  "an unreadable file": (quarry) =>
    quarry.documents.upload({ spaceId: pick(SLUGS), filename: `${random()}.pdf`, ...UNREADABLE }),
  "a new chunking": (quarry) =>
    quarry.spaces.update(pick(SLUGS), { chunking: { maxTokens: pick([64, 128, 256]) } }),
  "a new name": (quarry) =>
    quarry.spaces.update("workshop", {
      ...{ name: `Workshop ${random()}`, description: `${random()}` },
      ranking: { vectorWeight: random() },
    }),
  "a slug and back": async (quarry) => {
    await quarry.spaces.update("workshop", { slug: "atelier" });
    await quarry.spaces.update("atelier", { slug: "workshop" });
  },
  "an import": async (quarry) => {
    const archive = await collectBytes(await quarry.spaces.export(pick(SLUGS)));
    const { space } = await quarry.spaces.import(archive, { slug: `copy-${Math.floor(random() * 1e9)}` });
    if (random() < 0.5) await quarry.spaces.purge(space.id);
  },
  "half an import": async (quarry) => {
    const archive = await collectBytes(await quarry.spaces.export(pick(SLUGS)));
    await quarry.spaces.import(archive.slice(0, archive.length / 2), { slug: "half" });
  },
  "a repair": () => operate(app.deps, { name: "doctor", repair: true }),
};

async function anyDocument(quarry: Quarry, status?: "FAILED") {
  const spaceId = pick(SLUGS);
  const { data } = await quarry.documents.list({ spaceId, ...(status ? { status } : {}) });
  return data.length > 0 ? { spaceId, id: pick(data).id } : undefined;
}

test(
  `the catalogue equals the database, seed ${SEED}`,
  async () => {
    const done = new Set<string>();
    const traffic = serviceTraffic(SEED);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [name, write] = pick(Object.entries(WRITES));
      const writes = [write(app.quarry).then(() => done.add(name))];
      while (writes.length < CONCURRENT) {
        const { value: step } = traffic.next();
        // Writes at the same time may contradict each other and fail.
        if (step?.kind === "write") writes.push(step.apply(app.quarry).then(() => done.add(step.name)));
      }
      await Promise.allSettled(writes);
      if (round % ROUNDS_PER_CHECK === 0)
        expect((await diagnose(app)).filter((line) => line.includes("catalogue"))).toEqual([]);
    }
    expect(done.size).toBeGreaterThan(ROUNDS);
  },
  ROUNDS * 4000,
);
