import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectMatch } from "../../contract/expecting.ts";
import { readEvents } from "../../support/event-reader.ts";
import { type JobApp, startJobApp } from "../jobs/job-app.ts";

let jobs: JobApp;
beforeAll(async () => {
  jobs = await startJobApp();
}, 120_000);
afterAll(() => jobs.stop());

test("streams the progress of a slow document at most once a second", async () => {
  const { app, provider, spaceId } = jobs;
  const headers = { "svc-api-key": app.rootKey };
  const request = new Request(`http://localhost/api/events?spaceId=${spaceId}`, { headers });
  const reader = readEvents(await app.app.handle(request));
  await reader.begun();
  provider.set({ delayMs: 1500 });
  const { id } = await jobs.upload("slow.md", "Takes its time.");
  const progress = await reader.saw("document.progress");
  provider.set({ delayMs: 0 });
  await reader.saw("document.completed");
  expectMatch(progress, {
    spaceId,
    data: { document: { id, status: "PROCESSING", progress: { stage: expect.any(String) } } },
  });
  const at = reader.events.filter(({ type }) => type === "document.progress").map((event) => event.createdAt);
  const gapsMs = at.slice(1).map((time, index) => Date.parse(time) - Date.parse(at[index] ?? ""));
  expect(gapsMs.filter((gapMs) => gapMs < 1000)).toEqual([]);
  await reader.close();
});
