import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { operate } from "../operations/operating.ts";
import { runSql } from "../rows.ts";

// A document that fails because of a defect of the service is FAILED within a minute, is logged, and the doctor names it.

let app: InProcessApp;
let spaceId: string;

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Failures" })).space.id;
}, 120_000);
afterAll(() => app.stop());

const JAM = "alter table document_texts add constraint jam check (text not like '%rambutan%')";

async function settled(id: string) {
  return until(`${id} to be COMPLETED or FAILED`, async () => {
    const { document } = await app.quarry.documents.get({ spaceId, id });
    return document.status === "COMPLETED" || document.status === "FAILED" ? document : undefined;
  });
}

const failures = () =>
  app.logLines
    .filter((line) => line.includes("processing failed"))
    .map((line) => JSON.parse(line) as Record<string, unknown> & { error: Record<string, unknown> });

test("a defect fails a document after three tries, and nothing else", async () => {
  await runSql(app.deps, JAM);
  const start = performance.now();
  const uploads = ["jammed.md", "pear.md", "plum.md"].map((filename) =>
    app.quarry.documents.upload({
      spaceId,
      filename,
      content: filename === "jammed.md" ? "Jammed rambutan.\n    at a line like a stack's" : `A ${filename}.`,
    }),
  );
  const [jammed, ...others] = await Promise.all((await Promise.all(uploads)).map(({ id }) => settled(id)));
  expect(performance.now() - start).toBeLessThan(60_000);
  expect(others.map((document) => document.status)).toEqual(["COMPLETED", "COMPLETED"]);
  expect(jammed).toMatchObject({
    status: "FAILED",
    errorMessage: expect.stringMatching(
      /an error in the service.*Stopped after 3 attempts; send the document again\.$/,
    ),
  });

  const logged = failures().filter(({ documentIds }) => documentIds === jammed?.id);
  expect(logged.map(({ attempt, cause }) => [attempt, cause])).toEqual([
    ["1", "service"],
    ["2", "service"],
    ["3", "service"],
  ]);
  for (const { error } of logged)
    expect(error).toMatchObject({
      code: "23514",
      constraint_name: "jam",
      stack: expect.stringMatching(/^\s+at /),
    });
  expect(app.logLines.join()).not.toMatch(/rambutan|like a stack/);

  const finding = `document ${jammed?.id} failed because of an error in the service, which the log describes`;
  expect(await operate(app.deps, { name: "doctor", repair: false })).toEqual([
    `found ${finding}`,
    "1 problem found; run the command with --repair to repair what it can",
  ]);
  await runSql(app.deps, "alter table document_texts drop constraint jam");
  expect(await operate(app.deps, { name: "doctor", repair: true })).toEqual([
    `repaired ${finding}`,
    "1 problem found and repaired",
  ]);
  expect(await settled(jammed?.id ?? "")).toMatchObject({ status: "COMPLETED", errorMessage: null });
}, 90_000);

test("the doctor does not name a document whose file cannot be read, or that a caller marked as failed", async () => {
  const { id } = await app.quarry.documents.upload({ spaceId, filename: "broken.json", content: '{"a": [' });
  expect(await settled(id)).toMatchObject({
    status: "FAILED",
    errorMessage: expect.stringContaining("JSON"),
  });
  const { document } = await app.quarry.documents.upsert({
    spaceId,
    filename: "marked.md",
    content: "Marked.",
  });
  await app.quarry.documents.update({
    spaceId,
    id: document.id,
    status: "FAILED",
    errorMessage: "It was marked.",
  });
  expect(failures().filter(({ documentIds }) => documentIds === id)).toEqual([]);
  expect(await operate(app.deps, { name: "doctor", repair: false })).toEqual(["no problems found"]);
});
