import { expect, test } from "bun:test";
import { SERVICE_FAILURE } from "../../../server/src/records/documents/service-failure.ts";
import { corpusTable, isInternal } from "./corpus-table.ts";

const outcome = (errorMessage: string) => ({
  ...{ status: "FAILED" as const, errorMessage, seconds: 1, peakBytes: 1_000_000 },
});

test("tells defects of the service from faults of a file, and lists the causes", () => {
  const [own, file] = [outcome(`${SERVICE_FAILURE} Stopped.`), outcome("The file is damaged.")];
  expect([own, file].map(isInternal)).toEqual([true, false]);
  const files = [own, file].map((outcome) => ({ path: "a.rtf", kind: ".rtf", outcome, overlap: undefined }));
  expect(corpusTable(files)).toContain("| .rtf | 2 | 0 | 2 | 1 | 0 | 0 |");
  expect(corpusTable(files)).toContain("   1  The file is damaged.");
});
