import { afterAll, expect, test } from "bun:test";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createDiskBlobStore } from "@quarry/blobs";
import { sql } from "drizzle-orm";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";
import { copyMigratedCluster } from "../support/migrated-cluster.ts";
import { postgresProcesses } from "../support/postgres-processes.ts";
import { quietLog } from "../support/quiet-log.ts";
import { until } from "../support/until.ts";
import { createDiskImages } from "./disk-images.ts";
import { cutBlob } from "./power-cut-blobs.ts";

/**
 * Simulates a power cut under the embedded database. The database is on a file system in an image file, mounted through
 * a loop device. A process commits rows. The test kills that process and PostgreSQL, then copies the image. As after a
 * power cut, the copy lacks the data that the kernel had not yet written to the disk. PostgreSQL recovers from the copy.
 *
 * With `fsync` off the same cut loses rows, which proves that the simulation drops unsynced data. Requires root and loop
 * devices.
 */
const CUTS = Number(process.env.QUARRY_TEST_CUTS ?? 2);

const disks = createDiskImages();
afterAll(disks.remove);
if (!disks.isPossible) console.warn("SKIPPED: the power-cut tests require root and loop devices.");

for (let cut = 1; cut <= CUTS; cut += 1)
  test.skipIf(!disks.isPossible)(
    `a power cut loses no acknowledged write (${cut} of ${CUTS})`,
    async () => {
      const { acknowledged, found } = await cutPower(`cut-${cut}`, "on");
      expect(acknowledged).toBeGreaterThan(5);
      expect(found).toBeGreaterThanOrEqual(acknowledged);
    },
    180_000,
  );

test.skipIf(!disks.isPossible)(
  "a power cut loses no stored original",
  async () => {
    const { stored, lost } = await cutBlobs("blobs");
    expect(stored).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  },
  180_000,
);

test.skipIf(!disks.isPossible)(
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
  const disk = disks.path(name);
  disks.make(`${disk}.img`);
  disks.mount(`${disk}.img`, disk);
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
  disks.mount(`${disk}-after.img`, `${disk}-after`);
  return { acknowledged: acknowledged(), found: await rowsIn(join(`${disk}-after`, "postgres")) };
}

/** Cuts the power while blobs are being stored. Returns how many were stored, and the keys of missing or different blobs. */
async function cutBlobs(name: string): Promise<{ stored: number; lost: string[] }> {
  const disk = disks.path(name);
  disks.make(`${disk}.img`);
  disks.mount(`${disk}.img`, disk);
  const acknowledged = `${disk}.acknowledged`;
  const script = join(import.meta.dir, "power-cut-blob-writer.ts");
  const writer = Bun.spawn([process.execPath, script, join(disk, "blobs"), acknowledged], {
    stdout: "ignore",
    stderr: "inherit",
  });
  const count = () => Number(readFileSync(acknowledged, { encoding: "utf8", flag: "a+" }));
  await until("20 stored blobs", async () => count() > 20 || undefined, 120_000);
  await Bun.sleep(Math.random() * 300);
  writer.kill("SIGKILL");
  copyFileSync(`${disk}.img`, `${disk}-after.img`);
  await writer.exited;
  const stored = count();
  disks.mount(`${disk}-after.img`, `${disk}-after`);
  const store = createDiskBlobStore(join(`${disk}-after`, "blobs"));
  const lost: string[] = [];
  for (let number = 0; number < stored; number += 1) {
    const { key, bytes } = cutBlob(number);
    const blob = await store.get(key);
    const found = blob && Buffer.concat(await Array.fromAsync(blob.bytes));
    if (!found?.equals(bytes)) lost.push(key);
  }
  return { stored, lost };
}

/** Counts the rows after recovery. Returns 0 when recovery fails, which can happen without fsync. */
async function rowsIn(databaseFolder: string): Promise<number> {
  try {
    const { db, close } = await openEmbeddedDatabase(databaseFolder, { log: quietLog });
    const rows = db.execute<{ count: number }>(sql`select count(*)::int as count from rows_of_cut`);
    const [row] = await rows.finally(close);
    return row?.count ?? 0;
  } catch {
    return 0;
  }
}
