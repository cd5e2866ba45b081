import { describe, expect, test } from "bun:test";
import { seededRandom } from "./chunking/random-document.fixture.ts";
import { createIds, type IdKind } from "./ids.ts";

const NOW = Date.UTC(2026, 0, 31);

const PREFIXES: Readonly<Record<IdKind, string>> = {
  space: "spc",
  document: "doc",
  chunk: "chk",
  organization: "org",
  apiKey: "key",
  user: "usr",
  auditEntry: "aud",
  webhook: "whk",
  evaluation: "evl",
  evaluationRun: "run",
  file: "fil",
  fileBatch: "bat",
  question: "qst",
  bulkOperation: "blk",
  request: "req",
};

function seededBytes(seed: number): (count: number) => Uint8Array {
  const random = seededRandom(seed);
  return (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
}

describe("ids", () => {
  test("have a prefix, nine characters of time and sixteen random ones", () => {
    const newId = createIds(seededBytes(1), () => NOW);
    const ids = Object.keys(PREFIXES).map((kind) => newId(kind as IdKind));
    for (const [index, prefix] of Object.values(PREFIXES).entries())
      expect(ids[index]).toMatch(new RegExp(`^${prefix}_[0-9a-z]{25}$`));
    expect(new Set(Object.values(PREFIXES)).size).toBe(ids.length);
  });

  test("sort by time as text", () => {
    let now = 0;
    const newId = createIds(seededBytes(2), () => now);
    const ids = [0, 1, 35, 36, NOW - 1, NOW, NOW + 1, NOW + 36 ** 5, Date.UTC(5000, 0)].map((time) => {
      now = time;
      return newId("chunk");
    });
    expect(ids.toSorted()).toEqual(ids);
  });

  test("differ within the same millisecond", () => {
    const newId = createIds(seededBytes(3), () => NOW);
    const ids = new Set(Array.from({ length: 20_000 }, () => newId("document")));
    expect(ids.size).toBe(20_000);
  });

  test("use all characters with equal probability", () => {
    const newId = createIds(seededBytes(4), () => NOW);
    const counts = new Map<string, number>();
    const ids = 20_000;
    for (let id = 0; id < ids; id += 1)
      for (const character of newId("request").slice(-16))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(36);
    // The remainder of all 256 bytes would make the first four characters 12% more likely.
    const mean = (ids * 16) / 36;
    for (const count of counts.values()) expect(Math.abs(count - mean) / mean).toBeLessThan(0.05);
  });

  test("redraw bytes that would favor some characters", () => {
    let calls = 0;
    const newId = createIds(
      (count) => {
        calls += 1;
        return new Uint8Array(count).fill(calls === 1 ? 252 : 251);
      },
      () => NOW,
    );
    expect(newId("space").slice(-16)).toBe("z".repeat(16));
    expect(calls).toBe(2);
  });
});
