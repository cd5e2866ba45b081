import { expect, test } from "bun:test";
import { storableLine, storableText } from "@quarry/core/internal";
import fc from "fast-check";

const anyUnits = fc
  .array(
    fc.oneof(fc.integer({ min: 0, max: 0xa0 }), fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.nat(0xffff)),
  )
  .map((codes) => String.fromCharCode(...codes));

test("a storable text is well-formed, has no controls but tabs and line feeds, and keeps its offsets", () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      const stored = storableText(text);
      expect(stored.isWellFormed()).toBe(true);
      expect(stored).not.toMatch(/(?![\t\n])\p{Cc}/u);
      expect(stored).toHaveLength(text.length);
      expect(storableText(stored)).toBe(stored);
    }),
  );
});

test("a storable text keeps every other character", () => {
  for (const text of ["", "Größe\t1\n東京 😀 👩‍👩‍👧", "\u00a0\u00ad\u200b\ufeff\uffff\u2028"])
    expect(storableText(text)).toBe(text);
  expect(storableText("a\0b\x1bc\x7fd\x80e")).toBe("a b c d e");
  expect(storableText("a\fb\vc\rd\x85e")).toBe("a\nb\nc\nd\ne");
  expect(storableText("\ud83ca\udf89 🎉")).toBe("\ufffda\ufffd 🎉");
});

test("a storable line has no white space but single spaces inside", () => {
  expect(storableLine(" \0Annual\r\n\treport\x01 ")).toBe("Annual report");
  expect(storableLine("\x01\x02")).toBe("");
});
