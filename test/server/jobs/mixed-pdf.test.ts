import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectMatch } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { scanPages } from "../../support/scan-pages.ts";
import { writePdf } from "../../support/write-pdf.ts";

const PUFFINS = [
  "Atlantic puffins nest in burrows on grassy cliffs, and both parents feed the chick.",
  "They dive for sand eels and carry many of them crosswise in the bill.",
  "In winter they live far out at sea, where few people see them.",
];
const LIGHTHOUSES = [
  "The lighthouse keeper trimmed the lamp at dusk and wrote the weather",
  "into his log. On clear nights the beam could be seen from thirty",
  "miles away, and ships steered by it until the harbour came in sight.",
];

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app?.stop());

test("a mixed PDF yields its text pages unchanged, OCR text of its scans, and a warning about blank pages", async () => {
  const [picture] = await scanPages(writePdf([{ heading: "Lighthouses", lines: LIGHTHOUSES }]), 200);
  if (!picture) throw new Error("the scan returned no picture");
  const text = { heading: "Puffins", lines: Array.from({ length: 14 }, () => PUFFINS).flat() };
  const pdf = writePdf([text, { picture }, {}, { lines: ["The end, printed."] }]);
  const { space } = await app.quarry.spaces.create({ name: "Mixed" });
  const { document } = await app.quarry.documents.upsert({
    spaceId: space.id,
    filename: "mixed.pdf",
    content: Buffer.from(pdf).toString("base64"),
    encoding: "base64",
  });
  expectMatch(document, {
    status: "COMPLETED",
    indexingType: "mixed",
    warnings: [expect.stringMatching(/\b3\b/)],
  });
  const first = async (query: string) => {
    const { results } = await app.quarry.query({ query, spaceIds: space.id });
    return results[0];
  };
  expectMatch(await first("where do puffins nest"), { metadata: { page: 1, ocr: false } });
  const found = await first("lighthouse keeper lamp weather log");
  // The chunk may begin on the previous page.
  expectMatch(found, { metadata: { ocr: true } });
  expect(found?.chunk.content.replace(/\s+/g, " ")).toContain("steered by it until the harbour");
  expect(Number(found?.metadata.confidence)).toBeGreaterThan(0.8);
}, 180_000);
