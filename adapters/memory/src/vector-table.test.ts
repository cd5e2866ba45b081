import { expect, test } from "bun:test";
import type { VectorRecord } from "@quarry/core";
import { createVectorTable } from "./vector-table.ts";

const record = (id: string, vector: Float32Array): VectorRecord => ({
  ...{ id, orgId: "o", spaceId: "s", documentId: "d", generation: 1, model: "m", metadata: {} },
  vector,
});

test("10,000 updates of five chunks need room for six", () => {
  const table = createVectorTable(4);
  const blocks = new Set<ArrayBufferLike>();
  let furthest = 0;
  for (let cycle = 0; cycle < 10_000; cycle += 1) {
    // As an edit does it: the new chunk is in before the old one goes.
    table.put(record(`c${cycle}`, Float32Array.of(1, cycle, 0, 0)));
    table.remove(`c${cycle - 5}`);
    const kept = table.get(`c${cycle}`)?.vector;
    if (!kept) throw new Error("the record is gone");
    blocks.add(kept.buffer);
    furthest = Math.max(furthest, kept.byteOffset + kept.byteLength);
  }
  expect(blocks.size).toBe(1);
  expect(furthest).toBeLessThanOrEqual(6 * 4 * Float32Array.BYTES_PER_ELEMENT);
  expect([...table.records()].map(({ id }) => id).sort()).toEqual([
    "c9995",
    "c9996",
    "c9997",
    "c9998",
    "c9999",
  ]);
});

test("replacing a record keeps its room", () => {
  const table = createVectorTable(2);
  table.put(record("a", Float32Array.of(1, 0)));
  const before = table.get("a")?.vector;
  for (let cycle = 0; cycle < 10_000; cycle += 1) table.put(record("a", Float32Array.of(0, cycle + 1)));
  expect(table.get("a")?.vector.buffer).toBe(before?.buffer as ArrayBuffer);
  expect(table.get("a")?.vector.byteOffset).toBe(before?.byteOffset as number);
  expect([...(table.get("a")?.vector ?? [])]).toEqual([0, 1]);
});

test("a freed slot shows nothing of what was in it", () => {
  const table = createVectorTable(3);
  table.put(record("a", Float32Array.of(1, 1, 1)));
  table.remove("a");
  table.remove("a");
  table.put(record("b", Float32Array.of(0, 1, 0)));
  table.put(record("c", Float32Array.of(1, 0, 0)));
  expect(table.get("a")).toBeUndefined();
  expect(table.nearest(Float32Array.of(1, 0, 0), 1, () => true).map(({ id }) => id)).toEqual(["c"]);
  expect([...table.records()]).toHaveLength(2);
});

test("more vectors than one block holds are all found", () => {
  const table = createVectorTable(2);
  for (let at = 0; at < 3000; at += 1)
    table.put(record(`c${at}`, Float32Array.of(Math.cos(at / 2000), Math.sin(at / 2000))));
  const hits = table.nearest(Float32Array.of(1, 0), 3000, () => true);
  expect(hits.map(({ id }) => id)).toEqual(Array.from({ length: 3000 }, (_, at) => `c${at}`));
});
