import { characterErrorRate } from "./edit-distance.ts";
import type { ManifestEntry } from "./manifest.ts";

/** The result of an upload. */
export interface Outcome {
  readonly status: "COMPLETED" | "FAILED" | "STUCK";
  readonly errorMessage: string | null;
  readonly text: string;
  readonly warnings?: readonly string[];
  readonly seconds: number;
  readonly peakBytes: number;
}

/** The comparison of an upload's result with the manifest. */
export interface Verdict {
  readonly result: "found" | "missed" | "rejected" | "bounded" | "unbounded" | "stuck" | "wrong";
  readonly isRight: boolean;
  readonly note: string;
}

const MAX_CHARACTER_ERRORS = 0.05;
const MAX_SECONDS = 30;
const MAX_BYTES = 1e9;

/** Compares the result of an upload with the manifest. */
export function judge({ expect, phrases }: ManifestEntry, outcome: Outcome): Verdict {
  const { status, errorMessage, text, warnings = [], seconds, peakBytes } = outcome;
  const note = errorMessage ?? "";
  if (status === "STUCK") return { result: "stuck", isRight: false, note: "not processed in time" };
  if (expect === "must_be_bounded") {
    const isBounded = seconds <= MAX_SECONDS && peakBytes <= MAX_BYTES;
    return { result: isBounded ? "bounded" : "unbounded", isRight: isBounded, note };
  }
  if (status === "FAILED") {
    const isRight = expect !== "text" && expect !== "text_by_ocr" && note !== "";
    return { result: "rejected", isRight, note };
  }
  if (!expect.startsWith("text")) {
    // Only an archive may skip files without an error; a warning names each of them.
    const isSkipped = text === "" || warnings.some((warning) => warning.includes(" was not read: "));
    const isRight = expect === "error_or_skip" && isSkipped;
    return {
      result: isRight ? "found" : "wrong",
      isRight,
      note: `parsed as ${JSON.stringify(text.slice(0, 60))}`,
    };
  }
  const allowed = expect === "text_by_ocr" ? MAX_CHARACTER_ERRORS : 0;
  const missed = phrases.flatMap((phrase) => {
    const rate = characterErrorRate(phrase, text);
    return rate <= allowed ? [] : [`${JSON.stringify(phrase)} (${(rate * 100).toFixed(0)} % wrong)`];
  });
  if (text.includes("{\\rtf")) missed.push("the text contains RTF control words");
  return missed.length === 0
    ? { result: "found", isRight: true, note: "" }
    : { result: "missed", isRight: false, note: missed.join(", ") };
}
