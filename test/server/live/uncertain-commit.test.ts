import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Reply } from "../../contract/caller.ts";
import { objects } from "../../contract/reading.ts";
import { createCommitLosingProxy } from "../../support/commit-losing-proxy.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { openTestDatabase } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";

// PostgreSQL carries out a COMMIT, and the connection breaks before the service receives the answer.

const proxy = createCommitLosingProxy();
let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({
    openDatabase: (options) => openTestDatabase({ ...options, through: proxy.start }),
  });
}, 120_000);
afterAll(async () => {
  await app?.stop();
  proxy.stop();
});

async function seed(name: string): Promise<{ spaceId: string; id: string }> {
  const spaceId = (await app.quarry.spaces.create({ name })).space.id;
  await put(spaceId, "The pelican eats herring.");
  const { id } = await app.quarry.documents.getByFilename({ spaceId, filename: "pelican.txt" });
  return { spaceId, id };
}

const put = (spaceId: string, content: string) =>
  app.call("PUT", "/api/documents", { body: { spaceId, filename: "pelican.txt", content } });
const ask = (spaceIds: string) =>
  app.call("POST", "/api/query", { body: { query: "What does the pelican eat?", spaceIds } });
const texts = ({ json }: Reply) =>
  objects(json.results ?? []).map(({ chunk }) => (chunk as { content: string }).content);

/** Changes whose answer gets lost, and what queries find afterwards. */
const CHANGES: Readonly<
  Record<string, { change: (spaceId: string, id: string) => Promise<Reply>; after: string[] | 404 }>
> = {
  "a new text": {
    change: (spaceId) => put(spaceId, "The pelican eats eel."),
    after: ["The pelican eats eel."],
  },
  "a deletion": {
    change: (spaceId, id) => app.call("DELETE", `/api/spaces/${spaceId}/documents/${id}`),
    after: [],
  },
  "a failed status": {
    change: (spaceId, id) =>
      app.call("PATCH", `/api/spaces/${spaceId}/documents/${id}`, { body: { status: "FAILED" } }),
    after: [],
  },
  "an archived space": { change: (spaceId) => app.call("DELETE", `/api/spaces/${spaceId}`), after: 404 },
  "an erased space": {
    change: (spaceId) => app.call("DELETE", `/api/spaces/${spaceId}?purge=true`),
    after: 404,
  },
};

for (const [name, { change, after }] of Object.entries(CHANGES))
  test(`after ${name} with an unknown outcome, no query shows the state before`, async () => {
    const { spaceId, id } = await seed(name);
    expect(texts(await ask(spaceId))).toEqual(["The pelican eats herring."]);
    proxy.loseCommit();
    const changed = await change(spaceId, id);
    expect({ isLost: proxy.isLost(), status: changed.status }).toEqual({ isLost: true, status: 503 });
    expect((await ask(spaceId)).status).toBe(503);
    proxy.heal();
    const outdated = (reply: Reply) => texts(reply).filter((text) => text.includes("herring"));
    await until("queries to answer", async () => {
      const reply = await ask(spaceId);
      expect(outdated(reply)).toEqual([]);
      return reply.status === (after === 404 ? 404 : 200) || undefined;
    });
    await until("the indexes to follow", async () => {
      const reply = await ask(spaceId);
      expect(outdated(reply)).toEqual([]);
      return after === 404 || Bun.deepEquals(texts(reply), after) || undefined;
    });
  });
