import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { blobKeyOf } from "../../support/stored-files.ts";
import { runSql, strandedDocuments } from "../rows.ts";
import { type JobApp, LEASE_MS, startJobApp } from "./job-app.ts";

let jobs: JobApp;
beforeAll(async () => {
  jobs = await startJobApp();
}, 120_000);
afterAll(() => jobs.stop());

describe("a job", () => {
  test("of a broken file fails with a reason, and the document can be replaced", async () => {
    const { id } = await jobs.upload("broken.json", '{"a": [1, 2');
    const failed = await jobs.settled(id);
    expect(failed.status).toBe("FAILED");
    expect(failed.errorMessage).toMatch(/JSON/);
    expect(await jobs.jobsOf(id)).toEqual([]);
    const { document, created } = await jobs.app.quarry.documents.upsert({
      spaceId: jobs.spaceId,
      filename: "broken.json",
      content: '{"fixed": "abalone"}',
    });
    expect({ id: document.id, created, error: document.errorMessage }).toEqual({
      id,
      created: false,
      error: null,
    });
    expect(await jobs.isFound(id, "abalone")).toBe(true);
  });

  test("keeps its lease while its worker lives", async () => {
    jobs.provider.set({ delayMs: LEASE_MS * 4 });
    const { id } = await jobs.upload("slow.md", "A tortoise named Methuselah.");
    await Bun.sleep(LEASE_MS * 2);
    const leased = `select 1 from jobs where document_id = '${id}' and run_at > now() and lease_token is not null`;
    expect(await runSql(jobs.app.deps, leased)).toHaveLength(1);
    expect((await jobs.settled(id)).status).toBe("COMPLETED");
    jobs.provider.set({ delayMs: 0 });
    const calls = jobs.provider.stats.inputs.filter((texts) =>
      texts.some((text) => text.includes("Methuselah")),
    );
    expect(calls).toHaveLength(1);
  });

  test("is claimed again after its worker died and the lease expired", async () => {
    const { id } = await jobs.upload("orphan.md", "An orphaned job about tamarind.");
    await jobs.settled(id);
    // Creates the state that a killed process leaves behind.
    await runSql(jobs.app.deps, `update documents set status = 'PROCESSING' where id = '${id}'`);
    await runSql(
      jobs.app.deps,
      `insert into jobs (document_id, org_id, attempts, run_at, lease_token, created_at)
       values ('${id}', '${jobs.app.orgId}', 1, now() + interval '${LEASE_MS} milliseconds', 'dead', now())`,
    );
    expect((await jobs.settled(id)).status).toBe("COMPLETED");
    expect(await jobs.isFound(id, "tamarind")).toBe(true);
  });

  test("fails with a reason if its original file is gone", async () => {
    const document = await jobs.upload("lost.md", "Will be lost.");
    const { id } = document;
    await jobs.settled(id);
    await jobs.app.deps.blobs.delete(blobKeyOf(document));
    await jobs.app.quarry.documents.update({ spaceId: jobs.spaceId, id, status: "PROCESSING" });
    const failed = await jobs.settled(id);
    expect(failed).toMatchObject({
      status: "FAILED",
      errorMessage: /no longer exists/.exec(failed.errorMessage ?? "")?.input,
    });
    expect(await jobs.isFound(id, "lost")).toBe(false);
  });

  test("that fails with an internal error is retried, then fails without internal details", async () => {
    await runSql(
      jobs.app.deps,
      "alter table document_texts add constraint jam check (text <> 'Jammed rambutan.')",
    );
    const { id } = await jobs.upload("jammed.md", "Jammed rambutan.");
    const { status, errorMessage } = await jobs.settled(id);
    expect(status).toBe("FAILED");
    expect(errorMessage).toContain("Stopped after 2 attempts");
    expect(errorMessage).not.toMatch(/constraint|insert|jam\b/);
    expect(jobs.app.logLines.join()).toContain(id);
    expect(jobs.app.logLines.join()).not.toContain("rambutan");
    await runSql(jobs.app.deps, "alter table document_texts drop constraint jam");
  });
});

test("no document is left stranded", async () => {
  await jobs.idle();
  expect(await strandedDocuments(jobs.app.deps)).toEqual([]);
});
