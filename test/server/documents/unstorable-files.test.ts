import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";

// Files whose text PostgreSQL would refuse are read, by both ways of sending them.

let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Unstorable" })).space.id;
}, 120_000);
afterAll(() => app.stop());

const rtf = (text: string) => `{\\rtf1\\ansi\\ansicpg1252\\pard The heron ${text} stood.\\par\n}`;

/** Files, and what their text is once it can be stored. */
const FILES = {
  "nul.rtf": rtf("\\u0?grey\\'00"),
  "half-pair.rtf": rtf("\\u-10179?grey"),
  "control.html": "<html><body><p>The heron &#1;grey&#x8d; stood.</p></body></html>",
  "controls.txt": "The heron \x01grey\x7f stood.\n".padEnd(400, "It fished. "),
} as const;

test.each(Object.entries(FILES))("%s is processed in the background and found", async (filename, content) => {
  const { id } = await app.quarry.documents.upload({ spaceId, filename, content });
  const document = await until(`${filename} to be processed`, async () => {
    const { document } = await app.quarry.documents.get({ spaceId, id });
    return document.status === "COMPLETED" || document.status === "FAILED" ? document : undefined;
  });
  expect([document.status, document.errorMessage]).toEqual(["COMPLETED", null]);
  const { results } = await app.quarry.query({ query: "grey heron", spaceIds: spaceId });
  const found = results.find((result) => result.document.id === id);
  expect(found?.chunk.content).toMatch(/heron\W+grey\W+stood/);
});

test("they are upserted, and nothing fails in the service", async () => {
  for (const [filename, content] of Object.entries(FILES)) {
    const { document } = await app.quarry.documents.upsert({ spaceId, filename, content: `${content} ` });
    expect(document.status).toBe("COMPLETED");
    const text = await app.quarry.documents.getByFilename({ spaceId, filename });
    expect(text.content.isWellFormed()).toBe(true);
    expect(text.content).not.toMatch(/(?![\t\n])\p{Cc}/u);
  }
  expect(app.logLines.filter((line) => line.includes("failed"))).toEqual([]);
});
