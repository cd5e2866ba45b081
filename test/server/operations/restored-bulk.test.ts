import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { runCommand } from "../../support/command.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { startProcess } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";
import { sentence } from "../queries/corpus.ts";
import { operate } from "./operating.ts";

let app: InProcessApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), "quarry-restored-"));
}, 120_000);
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const NUMBERS = [1, 2, 3];

test("a deletion of many documents that was unfinished at the backup does not go on after the restore", async () => {
  const backups = join(folder, "backups");
  const { space } = await app.quarry.spaces.create({ name: "Kept" });
  for (const at of NUMBERS)
    await app.quarry.documents.upsert({ spaceId: space.id, filename: `${at}.md`, content: sentence(at) });
  let id = "";
  await app.deps.db.transaction(async (tx) => {
    // The deletion waits for these rows.
    await tx.execute(`select 1 from documents where space_id = '${space.id}' for update`);
    ({ id } = (await app.quarry.bulk.start({ spaceId: space.id, where: {}, action: "delete" })).operation);
    const running = async () =>
      (await app.quarry.bulk.get({ id })).operation.state === "running" || undefined;
    await until("the deletion to run", running);
    await operate(app.deps, { name: "backup", folder: backups });
  });

  const settings = { QUARRY_DATA_DIR: join(folder, "restored") };
  expect(await runCommand(["restore", backups], settings)).toMatchObject({ code: 0, stderr: "" });
  const started = startProcess(settings);
  try {
    const there = new Quarry({ apiKey: app.rootKey, baseUrl: await started.ready, maxRetries: 0 });
    expect((await there.bulk.get({ id })).operation).toMatchObject({ state: "cancelled", done: 0, total: 3 });
    // A new one runs, and finds that nothing was deleted.
    const next = { spaceId: space.id, where: { name: "1.md" }, action: "delete" } as const;
    const { operation } = await there.bulk.start(next);
    expect((await there.bulk.wait(operation, { timeoutMs: 20_000 })).state).toBe("completed");
    const { data } = await there.documents.list({ spaceId: space.id });
    expect(data.map(({ filename }) => filename).sort()).toEqual(["2.md", "3.md"]);
  } finally {
    started.signal("SIGTERM");
    await started.exited;
  }
}, 120_000);
