import { afterAll, beforeAll, describe } from "bun:test";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Damage, damageTests } from "./snapshot-damage.ts";
import { fillSpaces, prepareService, type SnapshotService, snapshotFiles } from "./snapshot-service.ts";

/** The service of another data folder, and so of another organization. */
let foreign: SnapshotService;
beforeAll(async () => {
  foreign = await prepareService();
  await foreign.start();
  await fillSpaces(foreign.quarry(), 5);
  await foreign.stop();
}, 120_000);
afterAll(() => foreign?.end());

const add: Damage = ({ snapshots }) => cp(foreign.snapshots, snapshots, { recursive: true });

const replace: Damage = async (service) => {
  await rm(service.snapshots, { recursive: true });
  await add(service);
};

/** Replaces the content of the files with the files of another service. */
const disguise: Damage = async (service) => {
  for (const [folder, paths] of Map.groupBy(await snapshotFiles(service), dirname)) {
    const source = join(foreign.snapshots, basename(folder));
    const names = (await readdir(source)).sort();
    for (const [at, path] of paths.entries()) await cp(join(source, names[at % names.length] ?? ""), path);
  }
};

/** Replaces each file's content with the valid content of the next file of the same kind. */
const exchange: Damage = async (service) => {
  for (const paths of Map.groupBy(await snapshotFiles(service), dirname).values()) {
    const contents = await Promise.all(paths.map((path) => readFile(path)));
    for (const [at, path] of paths.entries())
      await writeFile(path, contents[(at + 1) % paths.length] as Buffer);
  }
};

describe("with snapshots that are", () => {
  damageTests([
    ["exchanged among each other", exchange],
    ["another data folder's, beside one's own", add],
    ["another data folder's, and none of one's own", replace],
    ["another data folder's under the names of one's own", disguise],
  ]);
});
