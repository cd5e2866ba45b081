import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectStatus } from "../../contract/expecting.ts";
import { strandedDocuments } from "../rows.ts";
import { HOLD_MS, type JobApp, startJobApp } from "./job-app.ts";

let jobs: JobApp;
beforeAll(async () => {
  jobs = await startJobApp();
}, 120_000);
afterAll(() => jobs.stop());

describe("a PATCH or DELETE of a document that has a job", () => {
  test("PATCH to PROCESSING or PENDING hides the document until it is processed again", async () => {
    const { document } = await jobs.app.quarry.documents.upsert({
      spaceId: jobs.spaceId,
      filename: "held.md",
      content: "Held quince.",
    });
    for (const status of ["PROCESSING", "PENDING"] as const) {
      const updatedAt = Date.now();
      await jobs.app.quarry.documents.update({ spaceId: jobs.spaceId, id: document.id, status });
      const isFound = await jobs.isFound(document.id, "quince");
      await Bun.sleep(HOLD_MS / 2);
      const held = { status: (await jobs.read(document.id)).status, isFound };
      // On a busy machine, the delay may have passed by now.
      if (Date.now() - updatedAt < HOLD_MS) expect(held).toEqual({ status, isFound: false });
      expect((await jobs.settled(document.id)).status).toBe("COMPLETED");
      expect(await jobs.isFound(document.id, "quince")).toBe(true);
    }
  });

  test("PATCH to FAILED during processing is not overwritten", async () => {
    jobs.provider.set({ delayMs: 300 });
    const { id } = await jobs.upload("stopped.md", "Stopped loquat.");
    await jobs.providerReceived("loquat");
    const stop = { spaceId: jobs.spaceId, id, status: "FAILED", errorMessage: "Stopped by hand." } as const;
    await jobs.app.quarry.documents.update(stop);
    await Bun.sleep(500);
    jobs.provider.set({ delayMs: 0 });
    expect(await jobs.read(id)).toMatchObject({ status: "FAILED", errorMessage: "Stopped by hand." });
    expect(await jobs.isFound(id, "loquat")).toBe(false);
  });

  test("DELETE during processing removes the document and its job and frees the filename", async () => {
    jobs.provider.set({ delayMs: 300 });
    const { id } = await jobs.upload("gone.md", "Gone medlar.");
    await jobs.providerReceived("medlar");
    await jobs.app.quarry.documents.delete({ spaceId: jobs.spaceId, id });
    expect(await jobs.jobsOf(id)).toEqual([]);
    await Bun.sleep(500);
    jobs.provider.set({ delayMs: 0 });
    expectStatus(await jobs.app.call("GET", `/api/documents/${id}`), 404);
    expect(await jobs.isFound(id, "medlar")).toBe(false);
    const again = await jobs.upload("gone.md", "Back again.");
    expect((await jobs.settled(again.id)).status).toBe("COMPLETED");
  });
});

describe("a worker whose document is replaced by a PUT", () => {
  test("does not change the document, even if its own work fails", async () => {
    await jobs.app.quarry.documents.upsert({
      spaceId: jobs.spaceId,
      filename: "paid.md",
      content: "A persimmon tree.",
    });
    jobs.provider.set({ delayMs: 300 });
    const { id } = await jobs.upload("taken.md", "Taken cherimoya.");
    await jobs.providerReceived("cherimoya");
    // This text is already embedded, so the PUT does not call the provider.
    await jobs.app.quarry.documents.upsert({
      spaceId: jobs.spaceId,
      filename: "taken.md",
      content: "A persimmon tree.",
    });
    jobs.provider.set({ status: 401 });
    await Bun.sleep(500);
    jobs.provider.reset();
    expect(await jobs.read(id)).toMatchObject({ status: "COMPLETED", errorMessage: null });
    expect(await jobs.isFound(id, "persimmon")).toBe(true);
  });

  test("never leaves a PROCESSING document without a job, at any timing", async () => {
    const filenames = Array.from({ length: 150 }, (_, index) => `race-${index}.md`);
    for (let start = 0; start < filenames.length; start += 15)
      await Promise.all(
        filenames.slice(start, start + 15).map(async (filename, index) => {
          await jobs.upload(filename, `First ${filename}.`);
          await Bun.sleep(index);
          await jobs.app.quarry.documents.upsert({
            spaceId: jobs.spaceId,
            filename,
            content: "A persimmon tree.",
          });
        }),
      );
    await jobs.idle();
    expect(await strandedDocuments(jobs.app.deps)).toEqual([]);
    for await (const { filename, status } of jobs.app.quarry.documents.list({
      spaceId: jobs.spaceId,
      pageSize: 100,
    }))
      if (filename.startsWith("race-"))
        expect({ filename, status }).toEqual({ filename, status: "COMPLETED" });
  });
});

test("no document is left stranded", async () => {
  await jobs.idle();
  expect(await strandedDocuments(jobs.app.deps)).toEqual([]);
});
