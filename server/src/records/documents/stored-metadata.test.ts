import { expect, test } from "bun:test";
import fc from "fast-check";
import { storedMetadata } from "./stored-metadata.ts";

test.each([
  [{ year: 2000, at: 1, tags: [] }, '{"at":1,"tags":[],"year":2000}'],
  [{ ü: 1, zz: 2, a: 3 }, '{"a":3,"zz":2,"ü":1}'],
  [{ b: [{ d: -0, c: null }] }, '{"b":[{"c":null,"d":0}]}'],
  [{ z: 1, 10: 2, 9: 3 }, '{"9":3,"10":2,"z":1}'],
])("orders keys as jsonb does: %j", (metadata, expected) => {
  expect(JSON.stringify(storedMetadata(metadata))).toBe(expected);
});

test("changes nothing but the order of keys", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => {
      const sent = JSON.parse(JSON.stringify(metadata));
      expect(storedMetadata(sent)).toEqual(sent);
    }),
  );
});
