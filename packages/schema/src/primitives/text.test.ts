import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { isStorableText, Text, Timestamp } from "./text.ts";

const STORABLE = [
  "",
  "a",
  "Größe",
  "知识库",
  "🎉",
  "👩‍👩‍👧",
  "\n\t\u0001\u007f",
  "\ufffd",
  "\uffff",
  "e\u0301",
];
const REFUSED = ["\u0000", "a\u0000", "\ud83c", "a\ud83c", "\udf89a", "\udf89\ud83c", "🎉\ud83c"];

describe("text", () => {
  test("can be stored without NUL characters and lone surrogates", () => {
    for (const value of STORABLE) expect(isStorableText(value)).toBe(true);
    for (const value of REFUSED) expect(isStorableText(value)).toBe(false);
  });

  test("has a length limit in UTF-16 code units", () => {
    const schema = Text({ minLength: 1, maxLength: 4, description: "a name" });
    for (const value of ["a", "abcd", "🎉🎉"]) expect(Value.Check(schema, value)).toBe(true);
    for (const value of ["", "abcde", "🎉🎉a", 1, null, ...REFUSED])
      expect(Value.Check(schema, value)).toBe(false);
    expect(schema.description).toBe("a name");
  });

  test("a timestamp is a string", () => {
    expect(Value.Check(Timestamp, new Date(0).toISOString())).toBe(true);
    expect(Value.Check(Timestamp, 0)).toBe(false);
  });
});
