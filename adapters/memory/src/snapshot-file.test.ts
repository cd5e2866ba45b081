import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rejection } from "../../../test/support/failure.ts";
import { readSnapshot, writeSnapshot } from "./snapshot-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "snapshot-file-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function writeSections(path: string, sections: Record<string, readonly Uint8Array[]>): Promise<void> {
  await writeSnapshot(path, "v1", async (out) => {
    for (const [name, parts] of Object.entries(sections)) {
      out.section(name);
      for (const part of parts) await out.write(part);
    }
  });
}

const bytes = (length: number, factor = 7) => Uint8Array.from({ length }, (_, at) => (at * factor) >> 3);

describe("a snapshot file", () => {
  test("returns its sections, of any size, each from a multiple of 8 bytes on", async () => {
    const path = join(folder, "sizes");
    const large = bytes(3_000_001);
    await writeSections(path, { none: [], small: [bytes(3), bytes(0), bytes(2)], large: [large, large] });
    const snapshot = await readSnapshot(path, "v1");
    expect([...(snapshot?.keys() ?? [])]).toEqual(["none", "small", "large"]);
    expect(snapshot?.get("none")).toEqual(new Uint8Array());
    expect(snapshot?.get("small")).toEqual(new Uint8Array([...bytes(3), ...bytes(2)]));
    expect(Buffer.compare(snapshot?.get("large") as Uint8Array, Buffer.concat([large, large]))).toBe(0);
    for (const section of snapshot?.values() ?? []) expect(section.byteOffset % 8).toBe(0);
  });

  test("counts as missing when truncated, changed anywhere, or of another version", async () => {
    const path = join(folder, "damage");
    await writeSections(path, { first: [bytes(40)], second: [bytes(9, 11)] });
    const whole = await readFile(path);
    expect(await readSnapshot(path, "v2")).toBeUndefined();
    expect(await readSnapshot(join(folder, "none"), "v1")).toBeUndefined();
    expect(await readSnapshot(folder, "v1")).toBeUndefined();
    const damaged = join(folder, "damaged");
    for (let at = 0; at < whole.length; at++) {
      await writeFile(damaged, whole.subarray(0, at));
      expect(await readSnapshot(damaged, "v1")).toBeUndefined();
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      await writeFile(damaged, changed);
      expect(await readSnapshot(damaged, "v1")).toBeUndefined();
    }
    for (const other of [Buffer.concat([whole, bytes(1)]), Buffer.concat([bytes(1), whole])]) {
      await writeFile(damaged, other);
      expect(await readSnapshot(damaged, "v1")).toBeUndefined();
    }
  });

  test("stays unchanged when its sections are written to or the file is replaced", async () => {
    const path = join(folder, "read");
    const large = bytes(3_000_001);
    await writeSections(path, { large: [large] });
    const section = (await readSnapshot(path, "v1"))?.get("large");
    section?.fill(1, 0, 100_000);
    expect((await readSnapshot(path, "v1"))?.get("large")).toEqual(large);
    await writeSections(path, { large: [bytes(5)] });
    expect(section?.[99_999]).toBe(1);
    expect(section?.subarray(100_000)).toEqual(large.subarray(100_000));
  });

  test("stays unchanged when a rewrite fails", async () => {
    const path = join(folder, "kept");
    await writeSections(path, { first: [bytes(5)] });
    const failing = writeSnapshot(path, "v1", async (out) => {
      out.section("first");
      await out.write(bytes(2_000_000));
      throw new Error("no more");
    });
    expect(String(await rejection(failing))).toContain("no more");
    await failing.catch(() => {});
    expect((await readSnapshot(path, "v1"))?.get("first")).toEqual(bytes(5));
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
