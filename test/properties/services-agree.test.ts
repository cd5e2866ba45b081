import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotFoundError } from "@quarry/sdk";
import {
  CONFIGURATIONS,
  type Configuration,
  isInstalled,
  type Surroundings,
  surround,
} from "../support/configurations.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";
import { differences, type Passage, passageOf } from "./passages.ts";
import { type Question, SLUGS, serviceTraffic } from "./service-traffic.ts";

/**
 * Sends the same writes and queries to every configuration of the service and compares the results. Restarts each service
 * half-way. `QUARRY_TEST_SCALE=full` runs many more steps; `QUARRY_TEST_SEED` repeats one run.
 */
const STEPS = process.env.QUARRY_TEST_SCALE === "full" ? 3000 : 120;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
/**
 * Tolerance of similarities: some engines compute cosines in 32 bits, and the store in memory keeps long vectors in 16
 * bits a number. Cosines agree to 1e-4, and a similarity changes up to ten times as much as its cosine. Lexical scores are
 * equal everywhere.
 */
const NOISE = { lexical: 1e-6, vector: 1e-3, hybrid: 1e-4 };

interface Service {
  readonly name: string;
  readonly surroundings: Surroundings;
  readonly dataDir: string;
  app: InProcessApp;
}

const services: Service[] = [];

async function start(configuration: Configuration): Promise<void> {
  const surroundings = await surround(configuration);
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-agree-"));
  const app = await startApp({ dataDir, env: surroundings.env });
  services.push({ name: configuration.name, surroundings, dataDir, app });
}

beforeAll(async () => {
  for (const configuration of CONFIGURATIONS)
    if (isInstalled(configuration)) await start(configuration);
    else console.warn(`LEFT OUT: ${configuration.name}, which is not on this machine.`);
}, 180_000);
afterAll(async () => {
  for (const { app, surroundings, dataDir } of services) {
    await app.stop();
    await surroundings.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);

async function ask({ app }: Service, question: Question): Promise<Passage[]> {
  const { results, degraded, groupedBySpace } = await app.quarry.query(question);
  expect(degraded).toBeUndefined();
  expect(groupedBySpace !== undefined).toBe(question.groupBySpace === true);
  for (const { space, chunks, totalMatches } of Object.values(groupedBySpace ?? {})) {
    expect(chunks).toEqual(results.filter((result) => result.space.id === space.id));
    expect(totalMatches).toBe(chunks.length);
  }
  return results.map(passageOf);
}

async function expectAlike(question: Question): Promise<number> {
  const answers = await Promise.all(services.map((service) => ask(service, question)));
  const [first = []] = answers;
  const measure = { topK: question.topK ?? 10, noise: NOISE[question.mode ?? "hybrid"] };
  for (const [at, answer] of answers.entries()) {
    const differing = differences(first, answer, measure);
    expect({ service: services[at]?.name, question, differing }).toEqual({
      ...{ service: services[at]?.name, question, differing: [] },
    });
  }
  return first.length;
}

async function expectRefused(question: Question): Promise<void> {
  for (const { name, app } of services) {
    const answer = await app.quarry.query(question).catch((error: unknown) => error);
    expect({ name, isRefused: NotFoundError.isInstance(answer) }).toEqual({ name, isRefused: true });
  }
}

/** Compares the recommendations and the passages of the recommended spaces. */
async function expectSameAdvice(query: string): Promise<void> {
  const answers = await Promise.all(
    services.map(async ({ app }) => {
      const { recommendations, results = [] } = await app.quarry.smartQuery({
        query,
        search: true,
        topK: 10,
      });
      const advised = recommendations.map(({ name, relevanceScore }) => ({
        ...{ key: name, similarity: relevanceScore, scores: [] },
      }));
      return { advised, passages: results.map(passageOf) };
    }),
  );
  const [first] = answers;
  for (const [at, { advised, passages }] of answers.entries()) {
    const differing = [
      ...differences(first?.advised ?? [], advised, { topK: SLUGS.length, noise: NOISE.lexical }),
      ...differences(first?.passages ?? [], passages, { topK: 10, noise: NOISE.hybrid }),
    ];
    const name = services[at]?.name;
    expect({ name, query, differing }).toEqual({ name, query, differing: [] });
  }
}

describe(`services on every store, seed ${SEED}`, () => {
  test(
    `agree during ${STEPS} writes and queries and after a restart`,
    async () => {
      for (const { app } of services)
        for (const slug of SLUGS) await app.quarry.spaces.create({ name: slug, slug });
      let [passages, steps] = [0, 0];
      for (const step of serviceTraffic(SEED)) {
        steps += 1;
        if (steps > STEPS) break;
        if (step.kind === "write") await Promise.all(services.map(({ app }) => step.apply(app.quarry)));
        else if (step.isRefused) await expectRefused(step.question);
        else passages += await expectAlike(step.question);
        if (step.kind === "query" && steps % 5 === 0) await expectSameAdvice(step.question.query);
        if (steps === STEPS / 2) for (const service of services) await restart(service);
      }
      // Ensures that there were results to compare.
      expect(passages).toBeGreaterThan(STEPS);
    },
    STEPS * 1000,
  );
});

async function restart(service: Service): Promise<void> {
  await service.app.stop();
  service.app = await startApp({ dataDir: service.dataDir, env: service.surroundings.env });
  await until("the service to be ready", () => service.app.deps.isReady() || undefined);
}
