import { afterAll, beforeAll, expect, test } from "bun:test";
import { Glob } from "bun";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { strandedDocuments } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

test("writes during a purge return 404 and leave no files behind", async () => {
  const unexpectedReplies: string[] = [];
  const leftoverFiles: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    const spaceId = (await app.quarry.spaces.create({ name: `Purged ${round}` })).space.id;
    const send = async (method: string, path: string, body?: object): Promise<void> => {
      const { status, text } = await app.call(method, path, body ? { body } : {});
      if (![200, 201, 404].includes(status))
        unexpectedReplies.push(`${method} ${path.replace(spaceId, "…")}: ${text}`);
    };
    const writes = Array.from({ length: 12 }, async (_, index) => {
      const body = { spaceId, filename: `${index % 8}.md`, content: `Text ${index} of round ${round}.` };
      await Bun.sleep(index);
      if (index % 4 === 3) await send("POST", "/api/documents", { ...body, filename: `post-${index}.md` });
      else await send("PUT", "/api/documents", body);
    });
    await Bun.sleep(round % 10);
    await send("DELETE", `/api/spaces/${spaceId}?purge=true`);
    await Promise.all(writes);
    await send("GET", `/api/spaces/${spaceId}`);
    for await (const file of new Glob(`blobs/*/${spaceId}/**/*`).scan(app.deps.config.dataDir))
      leftoverFiles.push(file);
  }
  expect(unexpectedReplies).toEqual([]);
  expect(leftoverFiles).toEqual([]);
  expect(await strandedDocuments(app.deps)).toEqual([]);
});
