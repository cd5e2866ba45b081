import { expect, test } from "bun:test";
import { estimateTokens } from "./token-estimate.ts";

test("a token is four characters of Latin script, two of Cyrillic, one of others, rounded up", () => {
  expect(["", "a", "four", "fives", "цшщж", "知識"].map(estimateTokens)).toEqual([0, 1, 1, 2, 2, 2]);
});
