import { describe } from "bun:test";
import { readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Damage, damageTests } from "./snapshot-damage.ts";
import { snapshotFiles } from "./snapshot-service.ts";

/** Applies a change to each snapshot file. */
const toEach =
  (task: (path: string) => Promise<unknown>): Damage =>
  async (service) => {
    for (const path of await snapshotFiles(service)) await task(path);
  };

const length = async (path: string) => (await readFile(path)).length;

describe("with snapshots that are", () => {
  const damages: [string, Damage][] = [
    ["cut in half", toEach(async (path) => truncate(path, Math.floor((await length(path)) / 2)))],
    [
      "filled with random bytes",
      toEach(async (path) => writeFile(path, crypto.getRandomValues(new Uint8Array(await length(path))))),
    ],
    ["empty", toEach((path) => truncate(path, 0))],
    // A symbolic link to itself, because root can read every regular file.
    ["unreadable", toEach((path) => rm(path).then(() => symlink(basename(path), path)))],
  ];
  damageTests(damages, { isNamed: true });
});
