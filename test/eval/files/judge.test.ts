import { describe, expect, test } from "bun:test";
import { characterErrorRate } from "./edit-distance.ts";
import { judge, type Outcome } from "./judge.ts";
import type { Expectation } from "./manifest.ts";

describe("characterErrorRate", () => {
  test("is 0 for a phrase in the text, ignoring case and white space", () => {
    expect(characterErrorRate("Total  Cost", "the total\ncost is")).toBe(0);
    expect(characterErrorRate("ﬁle", "a file")).toBe(0);
  });
  test("is the share of edited characters at the best position", () => {
    expect(characterErrorRate("0123456789", "abc 01234X6789 def")).toBeCloseTo(0.1);
    expect(characterErrorRate("0123456789", "abc 012346789 def")).toBeCloseTo(0.1);
    expect(characterErrorRate("0123456789", "abc 01234-56789 def")).toBeCloseTo(0.1);
    expect(characterErrorRate("abcd", "")).toBe(1);
  });
});

describe("judge", () => {
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

  test("checks whether the text contains the phrases", () => {
    const text = "one phrase and another";
    expect(verdict("text", { text }, ["one phrase", "another"])).toBe("found true");
    expect(verdict("text", { text }, ["one phrase", "missing"])).toBe("missed false");
    const recognized = "The LinnSequcncer reads";
    expect(verdict("text_by_ocr", { text: recognized }, ["The LinnSequencer reads"])).toBe("found true");
    expect(verdict("text", { text: recognized }, ["The LinnSequencer reads"])).toBe("missed false");
    expect(verdict("text_or_error", { text: "{\\rtf1 raw}" })).toBe("missed false");
  });
  test("checks whether an error was expected and has a message", () => {
    const failed = { status: "FAILED", errorMessage: "The file is damaged." } as const;
    expect(verdict("error", failed)).toBe("rejected true");
    expect(verdict("error", { status: "FAILED", errorMessage: "" })).toBe("rejected false");
    expect(verdict("text", failed)).toBe("rejected false");
    expect(verdict("error_without_password", { text: "secret" })).toBe("wrong false");
    expect(verdict("no_text", { text: "noise" })).toBe("wrong false");
  });
  test("checks whether an archive without an error names the files that it skips", () => {
    const text = "open.txt";
    expect(verdict("error_or_skip", { text })).toBe("wrong false");
    expect(
      verdict("error_or_skip", { text, warnings: ["locked.txt was not read: it has a password."] }),
    ).toBe("found true");
  });
  test("checks the limits of decompression bombs, and detects stuck documents", () => {
    expect(verdict("must_be_bounded", { seconds: 29 })).toBe("bounded true");
    expect(verdict("must_be_bounded", { seconds: 31 })).toBe("unbounded false");
    expect(verdict("must_be_bounded", { peakBytes: 1.1e9 })).toBe("unbounded false");
    expect(verdict("text", { status: "STUCK" })).toBe("stuck false");
  });
});
