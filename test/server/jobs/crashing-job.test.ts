import { afterAll, beforeAll, expect, test } from "bun:test";
import { runSql } from "../rows.ts";
import { type JobApp, startJobApp } from "./job-app.ts";

let jobs: JobApp;

beforeAll(async () => {
  jobs = await startJobApp();
}, 120_000);
afterAll(() => jobs.stop());

test("a document that repeatedly crashes its process becomes FAILED", async () => {
  const { id } = await jobs.settled((await jobs.upload("deadly.md", "A deadly text.")).id);
  // Simulates that the process died in each of the two attempts.
  await jobs.app.quarry.documents.update({ spaceId: jobs.spaceId, id, status: "PROCESSING" });
  await runSql(jobs.app.deps, "update jobs set attempts = 2");
  const document = await jobs.settled(id);
  expect(document.status).toBe("FAILED");
  expect(document.errorMessage).toContain("interrupted 2 times");
  expect(await jobs.jobsOf(id)).toEqual([]);
});
