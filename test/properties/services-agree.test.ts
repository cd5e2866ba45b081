import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CONFIGURATIONS,
  type Configuration,
  isInstalled,
  type Surroundings,
  surround,
} from "../support/configurations.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { until } from "../support/until.ts";
import { type Question, SLUGS, serviceTraffic } from "./service-traffic.ts";

/**
 * The same writes and questions go to every way of running the service, and every one must answer alike. In the middle
 * each is restarted. `QUARRY_TEST_SCALE=full` takes many more steps; `QUARRY_TEST_SEED` repeats one run.
 */
const STEPS = process.env.QUARRY_TEST_SCALE === "full" ? 3000 : 200;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
/** Engines compute cosines in float32, some of them. */
const NOISE = 1e-4;

interface Service {
  readonly name: string;
  readonly surroundings: Surroundings;
  readonly dataDir: string;
  app: InProcessApp;
}

/** A passage by what is the same in all services: ids are not. */
interface Passage {
  readonly key: string;
  readonly similarity: number;
}

const services: Service[] = [];

async function start(configuration: Configuration): Promise<void> {
  const surroundings = await surround(configuration);
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-agree-"));
  const app = await startApp({ dataDir, env: surroundings.env });
  services.push({ name: configuration.name, surroundings, dataDir, app });
}

beforeAll(async () => {
  for (const configuration of CONFIGURATIONS) if (isInstalled(configuration)) await start(configuration);
}, 180_000);
afterAll(async () => {
  for (const { app, surroundings, dataDir } of services) {
    await app.stop();
    await surroundings.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 60_000);

async function ask({ app }: Service, question: Question): Promise<Passage[]> {
  const { results, degraded } = await app.quarry.query(question);
  expect(degraded).toBeUndefined();
  return results.map(({ space, document, chunk, similarity }) => ({
    key: JSON.stringify([space.name, document.filename, document.metadata, chunk.chunkIndex, chunk.content]),
    similarity: similarity ?? -1,
  }));
}

/**
 * How two answers differ. Among passages of the same similarity the ids decide, which differ: so the similarities must
 * be the same place by place, and every passage must be in both, at its similarity, unless it ties with the last.
 */
function differences(left: readonly Passage[], right: readonly Passage[], topK: number): string[] {
  if (left.length !== right.length) return [`${left.length} and ${right.length} passages`];
  const isNear = (a: number, b: number) => Math.abs(a - b) <= NOISE;
  const found = left.flatMap((passage, at) => {
    const other = right[at]?.similarity ?? -1;
    return isNear(passage.similarity, other) ? [] : [`place ${at}: ${passage.similarity} and ${other}`];
  });
  const last = left.length === topK ? (left.at(-1)?.similarity ?? 0) : -1;
  for (const [one, two] of [
    [left, right],
    [right, left],
  ] as const)
    for (const { key, similarity } of one) {
      const twins = two.filter((passage) => passage.key === key);
      if (!twins.some((twin) => isNear(twin.similarity, similarity)) && !isNear(similarity, last))
        found.push(`${key.slice(0, 80)}: ${similarity}, ${twins.length} in the other`);
    }
  return found;
}

async function expectAlike(question: Question): Promise<number> {
  const answers = await Promise.all(services.map((service) => ask(service, question)));
  const [first = []] = answers;
  for (const [at, answer] of answers.entries()) {
    const differing = differences(first, answer, question.topK ?? 10);
    expect({ service: services[at]?.name, question, differing }).toEqual({
      ...{ service: services[at]?.name, question, differing: [] },
    });
  }
  return first.length;
}

async function expectSameAdvice(query: string): Promise<void> {
  const advice = await Promise.all(
    services.map(async ({ app }) => {
      const { recommendations } = await app.quarry.smartQuery({ query });
      return recommendations.map(({ name, relevanceScore }) => [name, relevanceScore.toFixed(4)]).sort();
    }),
  );
  for (const one of advice) expect(one).toEqual(advice[0] ?? []);
}

describe(`services on every store, seed ${SEED}`, () => {
  test(
    `answer alike during ${STEPS} writes and questions and after a restart`,
    async () => {
      for (const { app } of services)
        for (const slug of SLUGS) await app.quarry.spaces.create({ name: slug, slug });
      let [passages, steps] = [0, 0];
      for (const step of serviceTraffic(SEED)) {
        steps += 1;
        if (steps > STEPS) break;
        if (step.kind === "write") await Promise.all(services.map(({ app }) => step.apply(app.quarry)));
        else passages += await expectAlike(step.question);
        if (step.kind === "query" && steps % 10 === 0) await expectSameAdvice(step.question.query);
        if (steps === STEPS / 2) for (const service of services) await restart(service);
      }
      // Or there was nothing to agree on.
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
