import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { MOODY_STORE, setMood, withStore } from "../../support/moody-store.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";

const PATIENCE_MS = 10_000;

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ env: MOODY_STORE });
}, 120_000);
afterAll(() => server.stop());

/** The documents in the store with their generations. */
const held = (orgId: string): Promise<string> =>
  withStore(server.dataDir, async (store) => {
    const records = await Array.fromAsync(store.scan(orgId));
    return records
      .map(({ documentId, generation }) => `${documentId} ${generation}`)
      .sort()
      .join();
  });

test("after a kill and a restart, the store has the changes that were committed but not delivered", async () => {
  const connect = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  const quarry = connect();
  const { space } = await quarry.spaces.create({ name: "Killed" });
  const { space: purged } = await quarry.spaces.create({ name: "Purged" });
  const [spaceId, orgId] = [space.id, space.orgId];
  const put = async (filename: string, content: string) =>
    (await quarry.documents.upsert({ spaceId, filename, content })).document.id;
  const [changed, deleted, patched] = [
    await put("changed.md", "A heron."),
    await put("deleted.md", "A stork."),
    await put("patched.md", "A crane."),
  ];
  await quarry.documents.upsert({ spaceId: purged.id, filename: "purged.md", content: "An ibis." });
  expect((await held(orgId)).split(",")).toHaveLength(4);

  setMood(server.dataDir, { calls: "hang" });
  const unanswered = [
    put("changed.md", "A spoonbill."),
    put("created.md", "A bittern."),
    quarry.documents.update({ spaceId, id: patched, metadata: { v: 2 } }),
    quarry.documents.delete({ spaceId, id: deleted }),
    quarry.spaces.purge(purged.id),
  ].map((write) => write.catch(() => "unanswered"));
  const created = await until("the commits", async () => {
    const documents = await Array.fromAsync(quarry.documents.list({ spaceId }));
    const texts = documents.map(({ filename, metadata }) => [filename, metadata.v ?? 0].join(" "));
    const { content } = await quarry.documents.getByFilename({ spaceId, filename: "changed.md" });
    const isPurged = await quarry.spaces.get(purged.id).then(
      () => false,
      () => true,
    );
    const expected = ["changed.md 0", "created.md 0", "patched.md 2"];
    if (!isPurged || content !== "A spoonbill." || texts.sort().join() !== expected.join()) return undefined;
    return documents.find(({ filename }) => filename === "created.md")?.id;
  });
  await server.kill();
  expect(await Promise.all(unanswered)).toEqual(unanswered.map(() => "unanswered"));

  setMood(server.dataDir, {});
  await server.restart();
  const expected = [`${changed} 2`, `${created} 1`, `${patched} 2`].sort().join();
  await until(
    "the store to catch up",
    async () => ((await held(orgId)) === expected ? true : undefined),
    PATIENCE_MS,
  );
  const answer = await connect().query({ query: "spoonbill", spaceIds: spaceId, mode: "vector" });
  expect(answer.results[0]?.chunk.content).toBe("A spoonbill.");
}, 90_000);
