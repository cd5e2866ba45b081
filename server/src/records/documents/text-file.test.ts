import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTextFile } from "./text-file.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-text-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
const entry = (key: string, text: string) => [key, Buffer.from(text)] as const;

test("returns what was added, the last of two entries with one key, and nothing for other keys", () => {
  const file = createTextFile(join(folder, "texts"), 1_000_000);
  file.add([entry("a", "one"), entry("b", ""), entry("c", "ξ".repeat(5000))]);
  file.add([entry("a", "two")]);
  expect(file.get("a")?.toString()).toBe("two");
  expect(file.get("b")?.toString()).toBe("");
  expect(file.get("c")?.toString()).toBe("ξ".repeat(5000));
  expect(file.get("d")).toBeUndefined();
  file.close();
});

test("leaves no file behind, even while it is open", () => {
  const file = createTextFile(join(folder, "texts"), 1_000_000);
  file.add([entry("a", "one")]);
  expect(readdirSync(folder)).toEqual([]);
  file.close();
});

test("forgets the oldest entries when it is full, and keeps at least half of its room", () => {
  const file = createTextFile(join(folder, "texts"), 20_000);
  for (let number = 0; number < 100; number += 1) file.add([entry(`key ${number}`, "x".repeat(2000))]);
  expect(file.get("key 0")).toBeUndefined();
  for (let number = 95; number < 100; number += 1) expect(file.get(`key ${number}`)?.length).toBe(2000);
  file.close();
});

test("keeps no more short entries than long ones", () => {
  const file = createTextFile(join(folder, "texts"), 40_000);
  for (let number = 0; number < 100; number += 1) file.add([entry(`key ${number}`, "x")]);
  const kept = Array.from({ length: 100 }, (_, number) => number).filter((number) =>
    file.get(`key ${number}`),
  );
  expect(kept.length).toBeGreaterThanOrEqual(10);
  expect(kept.length).toBeLessThanOrEqual(20);
  expect(kept.at(-1)).toBe(99);
  file.close();
});

test("does not keep entries of a megabyte, and keeps those beside them", () => {
  const file = createTextFile(join(folder, "texts"), 10_000_000);
  file.add([entry("long", "x".repeat(2 ** 20)), entry("short", "y")]);
  expect(file.get("long")).toBeUndefined();
  expect(file.get("short")?.toString()).toBe("y");
  file.close();
});

test("keeps nothing where it cannot write", () => {
  const file = createTextFile("/proc/no-such-folder/texts", 1_000_000);
  file.add([entry("a", "one")]);
  expect(file.get("a")).toBeUndefined();
  file.close();
});
