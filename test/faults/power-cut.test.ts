import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";
import { copyMigratedCluster } from "../support/migrated-cluster.ts";
import { postgresProcesses } from "../support/postgres-processes.ts";
import { until } from "../support/until.ts";

/**
 * Simulates a power cut under the embedded database. The database is on a file system in an image file, mounted through
 * a loop device. A process commits rows. The test kills that process and PostgreSQL, then copies the image. As after a
 * power cut, the copy lacks the data that the kernel had not yet written to the disk. PostgreSQL recovers from the copy.
 *
 * With `fsync` off the same cut loses rows, which proves that the simulation drops unsynced data. Requires root and loop
 * devices.
 */
const CUTS = Number(process.env.QUARRY_TEST_CUTS ?? 2);

const folder = mkdtempSync(join(tmpdir(), "quarry-power-"));
const mounted: string[] = [];
afterAll(() => {
  for (const mountPoint of mounted) Bun.spawnSync(["umount", "-l", mountPoint]);
  rmSync(folder, { recursive: true, force: true });
});

const canCutPower = canMount();
if (!canCutPower) console.warn("SKIPPED: the power-cut tests require root and loop devices.");

for (let cut = 1; cut <= CUTS; cut += 1)
  test.skipIf(!canCutPower)(
    `a power cut loses no acknowledged write (${cut} of ${CUTS})`,
    async () => {
      const { acknowledged, found } = await cutPower(`cut-${cut}`, "on");
      expect(acknowledged).toBeGreaterThan(5);
      expect(found).toBeGreaterThanOrEqual(acknowledged);
    },
    180_000,
  );

test.skipIf(!canCutPower)(
  "without fsync the same cut loses acknowledged writes",
  async () => {
    const { acknowledged, found } = await cutPower("cut-without", "off");
    expect(acknowledged).toBeGreaterThan(5);
    expect(found).toBeLessThan(acknowledged);
  },
  180_000,
);

/** Cuts the power while rows are being committed. Returns the last acknowledged id and the rows found after recovery. */
async function cutPower(name: string, fsync: "on" | "off"): Promise<{ acknowledged: number; found: number }> {
  const disk = join(folder, name);
  makeDisk(`${disk}.img`);
  mount(`${disk}.img`, disk);
  await copyMigratedCluster(join(disk, "postgres"));
  const acknowledgedFile = `${disk}.acknowledged`;
  const script = join(import.meta.dir, "power-cut-writer.ts");
  const writer = Bun.spawn([process.execPath, script, join(disk, "postgres"), fsync, acknowledgedFile], {
    stdout: "ignore",
    stderr: "inherit",
  });
  const acknowledged = () => Number(readFileSync(acknowledgedFile, { encoding: "utf8", flag: "a+" }));
  await until("6 acknowledged rows", async () => acknowledged() > 5 || undefined, 120_000);
  await Bun.sleep(Math.random() * 500);
  for (const pid of [writer.pid, ...postgresProcesses(join(disk, "postgres", "data"))])
    process.kill(pid, "SIGKILL");
  copyFileSync(`${disk}.img`, `${disk}-after.img`);
  await writer.exited;
  mount(`${disk}-after.img`, `${disk}-after`);
  return { acknowledged: acknowledged(), found: await rowsIn(join(`${disk}-after`, "postgres")) };
}

/** Counts the rows after recovery. Returns 0 when recovery fails, which can happen without fsync. */
async function rowsIn(databaseFolder: string): Promise<number> {
  const log = { info: () => undefined, error: () => undefined };
  try {
    const { db, close } = await openEmbeddedDatabase(databaseFolder, { log });
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

function mount(image: string, mountPoint: string): void {
  mkdirSync(mountPoint);
  run("mount", "-o", "loop", image, mountPoint);
  mounted.push(mountPoint);
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}
