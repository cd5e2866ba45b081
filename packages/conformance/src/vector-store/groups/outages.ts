import { QuarryError, type VectorStore } from "@quarry/core";
import { rejection } from "../../rejection.ts";
import { MODEL, SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

/** An engine that cannot be reached. Only for factories that provide `interrupt`. */
export const outageGroup = testGroup("outages of the engine", ({ test, skip, expect }) => {
  test("ready resolves while the engine is there", async ({ store, title }) => {
    if (!store.ready) return skip(title, "the store has no ready()");
    expect(await store.ready()).toEqual(undefined);
  });

  test("every member rejects with unavailable while the engine is away, and works afterwards", async (session) => {
    const { store, title, interrupt, record, put, expectExact, settings, random } = session;
    if (!interrupt) return skip(title, "the factory provides no interrupt()");
    const kept = [record(), record()];
    await put(kept);
    const asked = { scope: SCOPE, model: MODEL, vector: random.vector(settings.dimensions) };

    const restore = await interrupt();
    const members: Record<string, () => Promise<unknown>> = {
      ...(store.ready ? { ready: async () => store.ready?.() } : {}),
      query: async () => store.query({ ...asked, topK: 5 }),
      ...(store.scores ? { scores: async () => store.scores?.({ ...asked, ids: [kept[0]?.id ?? ""] }) } : {}),
      count: async () => store.count(SCOPE),
      scan: async () => firstOf(store),
      upsert: async () => store.upsert([record()]),
      delete: async () => store.delete({ orgId: SCOPE.orgId, documentId: kept[0]?.documentId ?? "" }),
    };
    const codes: Record<string, unknown> = {};
    for (const [member, call] of Object.entries(members)) {
      const error = await rejection(call()).catch(() => "no rejection");
      codes[member] = QuarryError.isInstance(error) ? error.code : "not a QuarryError";
    }
    await restore();
    expect(codes).toEqual(Object.fromEntries(Object.keys(members).map((member) => [member, "unavailable"])));

    await expectExact(kept, { topK: 20 });
    const added = record();
    await put([added]);
    await expectExact([...kept, added], { topK: 20 });
  });
});

async function firstOf(store: VectorStore): Promise<void> {
  for await (const _record of store.scan(SCOPE.orgId)) return;
}
