import { expect, test } from "bun:test";
import { createVectorTable } from "./vector-table.ts";

const KEY = { orgId: "o", spaceId: "s", model: "m" };
const row = (id: string, vector: Float32Array, fields = {}) => ({
  ...{ id, documentId: "d", generation: 1, metadata: {}, vector },
  ...fields,
});

test("10,000 updates of five chunks use six slots", () => {
  const table = createVectorTable(KEY, 4);
  const slots: number[] = [];
  for (let cycle = 0; cycle < 10_000; cycle += 1) {
    // As an edit does: adds the new chunk before it deletes the old one.
    slots.push(table.put(row(`c${cycle}`, Float32Array.of(1, cycle, 0, 0))));
    if (slots.length > 5) table.remove(slots.shift() as number);
  }
  expect(table.slots).toBe(6);
  expect(slots.map((slot) => table.idAt(slot))).toEqual(["c9995", "c9996", "c9997", "c9998", "c9999"]);
  expect(table.groups.copy().length).toBe(2);
});

test("replacing a record keeps its slot", () => {
  const table = createVectorTable(KEY, 2);
  const slot = table.put(row("a", Float32Array.of(1, 0)));
  for (let cycle = 0; cycle < 100; cycle += 1) table.put(row("a", Float32Array.of(0, cycle + 1)), slot);
  expect([table.size, table.slots]).toEqual([1, 1]);
  expect([...table.vectorAt(slot)]).toEqual([0, 1]);
});

test("a freed slot shows nothing of its former record", () => {
  const table = createVectorTable(KEY, 3);
  const slot = table.put(row("a", Float32Array.of(1, 1, 1)));
  table.remove(slot);
  expect([table.idAt(slot), table.isSearchable(slot), table.groupAt(slot)]).toEqual(["", false, 0]);
  expect(table.put(row("zero", Float32Array.of(0, 0, 0)))).toBe(slot);
  expect([table.isSearchable(slot), table.size]).toEqual([false, 1]);
});

test("records of a document share equal metadata, and no group remains after deletion", () => {
  const table = createVectorTable(KEY, 1);
  const vector = Float32Array.of(1);
  const slots = [1, 1, 2, 1].map((year, at) => table.put(row(`c${at}`, vector, { metadata: { year } })));
  const groups = table.groups.ofDocument("d");
  expect(groups.map((group) => table.groups.get(group).size).sort()).toEqual([1, 3]);
  expect(groups.flatMap((group) => table.slotsOf(group)).sort()).toEqual(slots);
  table.put(row("c2", vector, { metadata: { year: 1 } }), slots[2]);
  expect(table.groups.ofDocument("d").map((group) => table.groups.get(group).metadata)).toEqual([
    { year: 1 },
  ]);
  for (const slot of slots) table.remove(slot);
  expect(table.groups.ordinals()).toEqual([]);
});

test("a cut does not change while the table does", () => {
  const table = createVectorTable(KEY, 2);
  const count = 3000;
  const angle = (at: number) => Float32Array.of(Math.cos(at / count), Math.sin(at / count));
  for (let at = 0; at < count; at += 1) table.put(row(`c${at}`, angle(at)));
  const cut = table.cut();
  for (let slot = 0; slot < count; slot += 2) table.remove(slot);
  for (let slot = 1; slot < count; slot += 4)
    table.put(row(`c${slot}`, Float32Array.of(0, -1), { documentId: "other", generation: 2 }), slot);
  for (let at = 0; at < count; at += 1) table.put(row(`new${at}`, Float32Array.of(-1, 0)));
  expect(cut.ids).toHaveLength(count);
  for (let slot = 0; slot < count; slot += 1) {
    expect([cut.ids[slot], cut.generations[slot]]).toEqual([`c${slot}`, 1]);
    expect(cut.groupOf(slot)).toMatchObject({ documentId: "d", metadata: {} });
    expect(cut.encodedAt(slot).numbers[1]).toBeCloseTo(Math.sin(slot / count), 6);
  }
  cut.release();
});
