import { describe, expect, test } from "bun:test";
import { EMBEDDED, isInstalled, POSTGRES_MEMORY } from "../support/configurations.ts";
import { hasEveryCase, isFullScale } from "../support/scale.ts";
import { until } from "../support/until.ts";
import { simulate } from "./simulate.ts";
import { startWorld, type World } from "./world.ts";

/** Length of a run, from `QUARRY_TEST_SIMULATED_MS`; a minute in CI. `bun run simulate` runs longer. */
const LENGTH_MS = Number(process.env.QUARRY_TEST_SIMULATED_MS ?? (hasEveryCase ? 60_000 : 15_000));
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1_000_000);

// PostgreSQL is a server of its own there, so that each fault takes longer.
describe.each(
  (isFullScale ? [EMBEDDED, POSTGRES_MEMORY] : [EMBEDDED]).map(
    (configuration) => [configuration.name, configuration] as const,
  ),
)("a simulation of %s", (_, configuration) => {
  test.skipIf(!isInstalled(configuration))(
    `finds nothing wrong (seed ${SEED})`,
    async () => {
      const lines: string[] = [];
      const { problems, calls } = await simulate({
        ...{ configuration, seed: SEED, limitMs: LENGTH_MS, print: (line) => lines.push(line) },
      });
      expect({ problems, lines }).toEqual({ problems: [], lines });
      expect(calls).toBeGreaterThan(50);
    },
    LENGTH_MS + 240_000,
  );
});

/** Deletes each document of each space, which the clients do not know. */
async function deleteEverything({ connect }: World): Promise<void> {
  const { spaces, documents } = connect();
  for await (const { id: spaceId } of spaces.list())
    for await (const { id } of documents.list({ spaceId })) await documents.delete({ spaceId, id });
}

test("a simulation notices that acknowledged documents are gone, and names the seed and the episode", async () => {
  const { problems } = await simulate({
    ...{ configuration: EMBEDDED, seed: 5, limitMs: 0, print: () => undefined },
    faults: [(world) => ({ name: "everything is deleted", end: () => deleteEverything(world) })],
  });
  expect(problems[0]).toContain("seed 5");
  expect(problems[0]).toContain("episode 0: everything is deleted");
  expect(problems.join("\n")).toContain("expected one of");
}, 240_000);

test("the clock of a server jumps on order, and the server stops at a failpoint", async () => {
  const world = await startWorld(EMBEDDED);
  try {
    const { spaces, documents } = world.connect();
    const { space } = await spaces.create({ name: "Inside" });
    const put = (filename: string) => documents.upsert({ spaceId: space.id, filename, content: "granite" });
    await world.order({ clockOffsetMs: 3_600_000 });
    const { document } = await until("the clock to jump", async () => {
      const written = await put(`${Math.random()}.md`);
      return Date.parse(written.document.createdAt) > Date.now() + 1_800_000 ? written : undefined;
    });
    expect(Date.parse(document.createdAt)).toBeLessThan(Date.now() + 3_700_000);
    const failpoint = world.insider.failpoints.find((name) => name.endsWith(" lockCurrent")) ?? "";
    await world.order({ crash: { failpoint, passes: 1, when: "during" } });
    await until("the server to stop", async () =>
      put(`${Math.random()}.md`).then(
        () => undefined,
        () => true,
      ),
    );
    expect([...(await world.insider.reached())]).toEqual([failpoint]);
    await world.recover();
    const after = world.connect().documents;
    expect((await Array.fromAsync(after.list({ spaceId: space.id }))).map(({ id }) => id)).toContain(
      document.id,
    );
  } finally {
    await world.stop();
  }
}, 120_000);
