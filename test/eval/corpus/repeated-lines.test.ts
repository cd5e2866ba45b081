import { expect, test } from "bun:test";
import { withoutRepeatedLines } from "./repeated-lines.ts";

test("headers and footers that pages repeat count once, and the lines of a list all count", () => {
  const page = (number: number) => `Guide ${number}\n\nText ${"abcd"[number]}\nBarrel 1\nBarrel 2\n\f`;
  const text = withoutRepeatedLines([0, 1, 2, 3].map(page).join(""));
  expect(text.match(/Guide \d/g)).toEqual(["Guide 0"]);
  expect(text.match(/Text \w/g)).toHaveLength(4);
  expect(text.match(/Barrel/g)).toHaveLength(8);
});
