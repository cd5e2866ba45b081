import { describe, expect, test } from "bun:test";
import { characterErrorRate } from "./edit-distance.ts";
import { judge, type Outcome } from "./judge.ts";
import type { Expectation } from "./manifest.ts";

describe("the character error rate", () => {
  test("is 0 for what is there, whatever its case and white space", () => {
    expect(characterErrorRate("Total  Cost", "the total\ncost is")).toBe(0);
    expect(characterErrorRate("ﬁle", "a file")).toBe(0);
  });
  test("is the share of letters to change at the best place", () => {
    expect(characterErrorRate("0123456789", "abc 01234X6789 def")).toBeCloseTo(0.1);
    expect(characterErrorRate("0123456789", "abc 012346789 def")).toBeCloseTo(0.1);
    expect(characterErrorRate("0123456789", "abc 01234-56789 def")).toBeCloseTo(0.1);
    expect(characterErrorRate("abcd", "")).toBe(1);
  });
});

describe("a verdict", () => {
  const outcome = (fields: Partial<Outcome>): Outcome => ({
    status: "COMPLETED",
    errorMessage: null,
    text: "",
    seconds: 1,
    peakBytes: 1e8,
    ...fields,
  });
  const verdict = (expect: Expectation, fields: Partial<Outcome>, phrases: string[] = []) => {
    const { result, isRight } = judge({ file: "a", kind: "a", expect, phrases }, outcome(fields));
    return `${result} ${isRight}`;
  };

  test("says whether the phrases are there", () => {
    const text = "one phrase and another";
    expect(verdict("text", { text }, ["one phrase", "another"])).toBe("found true");
    expect(verdict("text", { text }, ["one phrase", "missing"])).toBe("missed false");
    const read = "The LinnSequcncer reads";
    expect(verdict("text_by_ocr", { text: read }, ["The LinnSequencer reads"])).toBe("found true");
    expect(verdict("text", { text: read }, ["The LinnSequencer reads"])).toBe("missed false");
    expect(verdict("text_or_error", { text: "{\\rtf1 raw}" })).toBe("missed false");
  });
  test("says whether a refusal was to be, and had a reason", () => {
    const refused = { status: "FAILED", errorMessage: "It is damaged." } as const;
    expect(verdict("error", refused)).toBe("refused true");
    expect(verdict("error", { status: "FAILED", errorMessage: "" })).toBe("refused false");
    expect(verdict("text", refused)).toBe("refused false");
    expect(verdict("error_without_password", { text: "secret" })).toBe("wrong false");
    expect(verdict("no_text", { text: "noise" })).toBe("wrong false");
  });
  test("says whether a bomb was bounded, and whether anything is stuck", () => {
    expect(verdict("must_be_bounded", { seconds: 29 })).toBe("bounded true");
    expect(verdict("must_be_bounded", { seconds: 31 })).toBe("unbounded false");
    expect(verdict("must_be_bounded", { peakBytes: 1.1e9 })).toBe("unbounded false");
    expect(verdict("text", { status: "STUCK" })).toBe("stuck false");
  });
});
