import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";
import { postgresProcesses } from "../embedded/postgres-processes.ts";
import { copyMigratedCluster } from "../support/migrated-cluster.ts";
import { until } from "../support/until.ts";

/**
 * Cuts the power of the embedded database. Its disk is a file: a file system on a loop device. A process commits rows;
 * it and PostgreSQL are killed, and the file is copied as it is at that moment. What the kernel has not written to the
 * disk by then is not in the copy, as after a power cut. PostgreSQL then recovers from the copy.
 *
 * With `fsync` off the same cut loses rows, which shows that it drops what was not synced. Takes root and loop devices.
 */
const CUTS = Number(process.env.QUARRY_TEST_CUTS ?? 2);

const folder = mkdtempSync(join(tmpdir(), "quarry-power-"));
const mounted: string[] = [];
afterAll(() => {
  for (const place of mounted) Bun.spawnSync(["umount", "-l", place]);
  rmSync(folder, { recursive: true, force: true });
});

const isPossible = canMount();
if (!isPossible) console.warn("LEFT OUT: cutting the power, which takes root and loop devices.");

for (let cut = 1; cut <= CUTS; cut += 1)
  test.skipIf(!isPossible)(
    `a power cut loses no acknowledged write (${cut} of ${CUTS})`,
    async () => {
      const { acknowledged, found } = await cutPower(`cut-${cut}`, "on");
      expect(acknowledged).toBeGreaterThan(5);
      expect(found).toBeGreaterThanOrEqual(acknowledged);
    },
    180_000,
  );

test.skipIf(!isPossible)(
  "without fsync the same cut loses acknowledged writes",
  async () => {
    const { acknowledged, found } = await cutPower("cut-without", "off");
    expect(acknowledged).toBeGreaterThan(5);
    expect(found).toBeLessThan(acknowledged);
  },
  180_000,
);

async function cutPower(name: string, fsync: "on" | "off"): Promise<{ acknowledged: number; found: number }> {
  const disk = join(folder, name);
  makeDisk(`${disk}.img`);
  mount(`${disk}.img`, disk);
  await copyMigratedCluster(join(disk, "postgres"));
  const last = `${disk}.acknowledged`;
  const script = join(import.meta.dir, "power-cut-writer.ts");
  const writer = Bun.spawn([process.execPath, script, join(disk, "postgres"), fsync, last], {
    stdout: "ignore",
    stderr: "inherit",
  });
  const acknowledged = () => Number(readFileSync(last, { encoding: "utf8", flag: "a+" }));
  await until("some rows", async () => acknowledged() > 5 || undefined, 120_000);
  await Bun.sleep(Math.random() * 500);
  for (const pid of [writer.pid, ...postgresProcesses(join(disk, "postgres", "data"))])
    process.kill(pid, "SIGKILL");
  copyFileSync(`${disk}.img`, `${disk}-after.img`);
  await writer.exited;
  mount(`${disk}-after.img`, `${disk}-after`);
  return { acknowledged: acknowledged(), found: await rowsIn(join(`${disk}-after`, "postgres")) };
}

/** How many rows there are after the recovery; none where it fails, as it may without fsync. */
async function rowsIn(place: string): Promise<number> {
  const log = { info: () => undefined, error: () => undefined };
  try {
    const { db, close } = await openEmbeddedDatabase(place, { log });
    const rows = db.execute<{ count: number }>(sql`select count(*)::int as count from rows_of_cut`);
    const [row] = await rows.finally(close);
    return row?.count ?? 0;
  } catch {
    return 0;
  }
}

function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    makeDisk(join(folder, "probe.img"), "8M");
    mount(join(folder, "probe.img"), join(folder, "probe"));
    return true;
  } catch {
    return false;
  }
}

function makeDisk(image: string, size = "300M"): void {
  run("truncate", "-s", size, image);
  run("mkfs.ext4", "-q", image);
}

function mount(image: string, place: string): void {
  mkdirSync(place);
  run("mount", "-o", "loop", image, place);
  mounted.push(place);
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}
