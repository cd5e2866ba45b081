import { expect, test } from "bun:test";
import { createByteWriter, packPosting } from "@quarry/core/internal";
import { createBloomFilter, mayHold } from "./bloom-filter.ts";
import { PAGE_BYTES, PageCursor } from "./dictionary-page.ts";
import { decodePostings, encodePostings } from "./posting-list.ts";
import { createSegmentEncoder } from "./segment-encoder.ts";
import { decodeHeader, encodeHeader, pageOf } from "./segment-header.ts";
import { gramKey, isWordKey, shortKey, wordKey } from "./term-key.ts";

test("decodes postings, including the largest slot and frequency", () => {
  const postings = Uint32Array.of(
    packPosting(0, 1),
    packPosting(1, 255),
    packPosting(2, 127),
    packPosting(300, 128),
    packPosting(2 ** 24 - 1, 1000),
  );
  const writer = createByteWriter();
  encodePostings(postings, 0, postings.length, writer);
  const { buffer, count } = decodePostings(writer.take(), postings.length);
  expect([...buffer.subarray(0, count)]).toEqual([...postings]);
});

test("keys distinguish words from grams and do not collide", () => {
  const words = Array.from({ length: 200_000 }, (_, at) => wordKey(`w${at}`));
  expect(new Set(words).size).toBe(words.length);
  expect(words.every((key) => isWordKey(key) && Number.isSafeInteger(key))).toBe(true);
  expect(isWordKey(gramKey("w1"))).toBe(false);
  const short = words.map(shortKey);
  expect(short.every((key) => key > 0 && key < 2 ** 32)).toBe(true);
});

test("the Bloom filter passes all of its keys and few others", () => {
  const keys = Array.from({ length: 20_000 }, (_, at) => wordKey(`own${at}`));
  const filter = createBloomFilter(keys);
  expect(keys.every((key) => mayHold(filter, key))).toBe(true);
  const others = Array.from({ length: 50_000 }, (_, at) => wordKey(`other${at}`));
  expect(others.filter((key) => mayHold(filter, key)).length).toBeLessThan(150);
  expect(mayHold(createBloomFilter([]), 7)).toBe(false);
});

test("pages stay small and contain every term; long lists are separate", () => {
  const encoder = createSegmentEncoder();
  const keys = Array.from({ length: 3000 }, (_, at) => wordKey(`t${at}`)).sort((a, b) => a - b);
  const writer = createByteWriter();
  const wanted = new Map<number, number[]>();
  for (const [at, key] of keys.entries()) {
    const count = at % 100 === 0 ? 500 : 1 + (at % 7);
    const postings = Uint32Array.from({ length: count }, (_, slot) =>
      packPosting(slot * 3 + at, 1 + (slot % 3)),
    );
    wanted.set(key, [...postings]);
    writer.clear();
    encodePostings(postings, 0, count, writer);
    encoder.add(key, count, writer.view());
  }
  const { pages, lists } = encoder.take(true);
  const documents = [{ writeNo: 2 ** 40, language: "en" as const, lengths: [3, 9, 70_000, 0] }];
  const header = decodeHeader(1, encodeHeader(documents, encoder.directory()));
  expect(header.writeNos[0]).toBe(2 ** 40);
  expect([...header.wordLengths]).toEqual([3, 70_000]);
  expect([header.wordTotal, header.gramTotal]).toEqual([70_003, 9]);
  expect(lists).toHaveLength(30);
  for (const [number, page] of pages.entries()) {
    expect(page.length).toBeLessThanOrEqual(PAGE_BYTES);
    const cursor = new PageCursor(page);
    while (cursor.next()) {
      expect(pageOf(header, cursor.key)).toBe(number);
      const bytes = cursor.isList ? lists.find(({ key }) => key === cursor.key)?.bytes : cursor.bytes();
      const { buffer, count } = decodePostings(bytes as Uint8Array, cursor.count);
      expect([...buffer.subarray(0, count)]).toEqual(wanted.get(cursor.key) as number[]);
      wanted.delete(cursor.key);
    }
  }
  expect(wanted.size).toBe(0);
});
