import { describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../support/seeded-random.ts";
import { until } from "../support/until.ts";
import type { FileSystem } from "../support/volatile-disk/volatile-disk.ts";
import { canCut } from "./disk-abilities.ts";
import { type Model, randomText } from "./model.ts";
import { problemsAfterCut } from "./power-cut-check.ts";
import { type PowerCutMachine, startPowerCutMachine } from "./power-cut-machine.ts";
import { writeUntilGone } from "./writers.ts";

/**
 * Power cuts under the embedded database, the original files and the snapshots of the indexes. All of it is on a disk with a
 * cache, which a cut empties but for a random part, in sectors of 512 or 4,096 bytes. The machine starts again on what is left,
 * and everything acknowledged must be there. `QUARRY_TEST_POWER_CUTS=200` is the full run; `QUARRY_TEST_FILE_SYSTEM` is
 * ext4, xfs or btrfs. Requires root, loop devices and FUSE.
 */
const CUTS = Number(process.env.QUARRY_TEST_POWER_CUTS ?? 2);
const FILE_SYSTEM = (process.env.QUARRY_TEST_FILE_SYSTEM ?? "ext4") as FileSystem;
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const WRITERS = 4;
const FILES_PER_WRITER = 6;
/** Up to so many writes before a cut. */
const MAX_WRITES = 80;
/** Cuts while the server stops, cuts that are followed by one while it starts, and cuts during the kernel's own writes. */
const SHARE = { stopping: 0.2, starting: 0.2, writingBack: 0.7 };
const ROUND_MS = 90_000;

const isPossible = canCut();
if (!isPossible) console.warn("SKIPPED: the power-cut tests require root, loop devices and FUSE.");

/** One text in eight fills several pages of the disk. */
function textOfAnySize(random: () => number): string {
  const text = randomText(random);
  return random() < 0.125 ? `${"A line of a long text.\n".repeat(800)}\n\n${text}` : text;
}

/** Writes until the power is cut, while the server runs or stops. Returns the number of acknowledged writes. */
async function writeUntilCut(
  machine: PowerCutMachine,
  spaceId: string,
  model: Model,
  random: () => number,
  options?: { writesBack: boolean },
): Promise<number> {
  let begun = 0;
  const makeText = (own: () => number) => {
    begun += 1;
    return textOfAnySize(own);
  };
  const writers = Array.from({ length: WRITERS }, (_, writer) => {
    const files = Array.from({ length: FILES_PER_WRITER }, (_, file) => `w${writer}-${file}.md`);
    return writeUntilGone(machine.connect(), spaceId, model, files, seededRandom(random() * 1e9), {
      makeText,
    });
  });
  const wanted = WRITERS + 5 + Math.floor(random() * MAX_WRITES);
  await until(`${wanted} writes`, () => begun >= wanted || undefined, ROUND_MS);
  const isStopping = random() < SHARE.stopping;
  const ending = isStopping ? machine.server.end() : undefined;
  if (isStopping) await Bun.sleep(random() * 500);
  const report = await machine.cut(Math.floor(random() * 1e9), options);
  await ending;
  const when = isStopping ? "while stopping" : "while writing";
  console.log(`  cut ${when}: ${report.pendingWrites} writes in the cache, kept ${report.kept}`);
  return (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
}

/** Starts the machine and cuts the power meanwhile. */
async function cutWhileStarting(machine: PowerCutMachine, random: () => number): Promise<void> {
  await machine.powerDisk();
  const starting = machine.server.restart().catch(() => undefined);
  await Bun.sleep(random() * 1500);
  const report = await machine.cut(Math.floor(random() * 1e9));
  await starting;
  console.log(`  cut while starting: ${report.pendingWrites} writes in the cache, kept ${report.kept}`);
}

/** A control must find a loss within these cuts. */
const MAX_CUTS_OF_CONTROL = 5;

describe.skipIf(!isPossible)("a power cut", () => {
  test(
    `loses nothing that was acknowledged, ${CUTS} times on ${FILE_SYSTEM} (seed ${SEED})`,
    async () => {
      const random = seededRandom(SEED);
      const machine = await startPowerCutMachine(FILE_SYSTEM);
      try {
        const model: Model = new Map();
        const { space } = await machine.connect().spaces.create({ name: "Cut" });
        let acknowledged = 0;
        for (let cut = 0; cut < CUTS; cut += 1) {
          acknowledged += await writeUntilCut(machine, space.id, model, random, {
            writesBack: random() < SHARE.writingBack,
          });
          if (random() < SHARE.starting) await cutWhileStarting(machine, random);
          await machine.powerDisk();
          await machine.server.restart();
          const problems = await problemsAfterCut(machine, space.id, model);
          expect({ cut, problems }).toEqual({ cut, problems: [] });
        }
        expect(acknowledged).toBeGreaterThan(10);
        console.log(`  ${acknowledged} acknowledged writes, ${CUTS} cuts, none lost`);
      } finally {
        await machine.remove();
      }
    },
    60_000 + CUTS * ROUND_MS,
  );

  /** What the same test finds when a part of the machine does not do its work. */
  async function problemsWithout(
    sabotage: (machine: PowerCutMachine) => Promise<void>,
    env: Record<string, string> = {},
  ): Promise<string[]> {
    const random = seededRandom(SEED);
    const machine = await startPowerCutMachine(FILE_SYSTEM, env);
    try {
      const model: Model = new Map();
      const { space } = await machine.connect().spaces.create({ name: "Cut" });
      await machine.server.end();
      await sabotage(machine);
      await machine.server.restart();
      // A cut just after a commit of the database, which flushes other files too, may find everything.
      for (let cut = 0; cut < MAX_CUTS_OF_CONTROL; cut += 1) {
        await writeUntilCut(machine, space.id, model, random);
        await machine.powerDisk();
        const failure = await machine.server.restart().then(() => undefined, String);
        const problems = failure ? [failure] : await problemsAfterCut(machine, space.id, model);
        if (problems.length > 0) return problems;
      }
      return [];
    } finally {
      await machine.remove();
    }
  }

  test("on a disk that lies about flushes is noticed", async () => {
    const problems = await problemsWithout(async (machine) => {
      await machine.cut(0);
      await machine.powerDisk({ isLying: true });
    });
    expect(problems.join("\n")).toContain("is absent, expected");
  }, 300_000);

  test("under a database that does not sync its files is noticed", async () => {
    const problems = await problemsWithout(async ({ dataDir }) => {
      appendFileSync(join(dataDir, "postgres", "data", "postgresql.conf"), "\nfsync = off\n");
      Bun.spawnSync(["sync", "-f", dataDir]);
    });
    expect(problems.join("\n")).toMatch(/is absent, expected|does not start/);
  }, 300_000);

  test("under a server that does not sync its files is noticed", async () => {
    const preload = join(import.meta.dir, "without-sync.ts");
    const problems = await problemsWithout(async () => undefined, { BUN_OPTIONS: `--preload=${preload}` });
    expect(problems.join("\n")).toContain("the original file of");
  }, 300_000);
});
