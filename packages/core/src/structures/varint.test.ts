import { expect, test } from "bun:test";
import { ByteReader, createByteWriter } from "./varint.ts";

const BORDERS = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28 - 1, 2 ** 28, 2 ** 31, 2 ** 32, 2 ** 49];
const VALUES = [...BORDERS.flatMap((value) => [value, value + 1]), Number.MAX_SAFE_INTEGER];

test("reads back every integer up to 2^53 - 1", () => {
  const writer = createByteWriter(1);
  for (const value of VALUES) writer.write(value);
  const reader = new ByteReader(writer.take());
  expect(VALUES.map(() => reader.read())).toEqual(VALUES);
  expect(reader.at).toBe(writer.length);
});

test("uses one byte for each 7 bits, lowest bits first", () => {
  const writer = createByteWriter();
  writer.write(300);
  expect([...writer.view()]).toEqual([0b1010_1100, 0b10]);
});

test("appends raw bytes and reads from an offset", () => {
  const writer = createByteWriter(2);
  writer.append(Uint8Array.of(9, 9, 9));
  writer.write(1000);
  expect(new ByteReader(writer.view(), 3).read()).toBe(1000);
});

test("a copy survives clear, which empties the writer", () => {
  const writer = createByteWriter();
  writer.write(7);
  const copy = writer.take();
  writer.clear();
  expect(writer.length).toBe(0);
  writer.write(8);
  expect([...copy]).toEqual([7]);
});
