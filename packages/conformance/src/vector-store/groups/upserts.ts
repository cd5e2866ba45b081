import type { Filter } from "@quarry/core";
import { SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

const contains = (value: { [key: string]: string }): Filter => ({ kind: "contains", value });

/** Writing records again and replacing them. */
export const upsertGroup = testGroup("upserts", ({ test, expect }) => {
  test("writing the same records again changes nothing", async ({ record, put, held, expectExact }) => {
    const records = Array.from({ length: 20 }, () => record());
    for (let round = 0; round < 3; round += 1) await put(records);
    expect(await held()).toEqual(records.map(({ id }) => id));
    await expectExact(records);
  });

  test("replaces the vector", async ({ random, settings, record, put, held, expectExact }) => {
    const records = Array.from({ length: 20 }, () => record());
    await put(records);
    const changed = records.map((old, at) =>
      at % 2 === 0 ? { ...old, vector: random.vector(settings.dimensions) } : old,
    );
    await put(changed.filter((_, at) => at % 2 === 0));
    expect((await held()).length).toEqual(20);
    for (let round = 0; round < 5; round += 1) await expectExact(changed, { topK: 20 });
  });

  test("replaces the metadata", async ({ record, put, ids }) => {
    const first = record({ metadata: { colour: "red", size: "big" } });
    await put([first, record({ metadata: { colour: "red" } })]);
    await put([{ ...first, metadata: { colour: "blue" } }]);
    expect(await ids({ filter: contains({ colour: "blue" }) })).toEqual([first.id]);
    expect((await ids({ filter: contains({ colour: "red" }) })).length).toEqual(1);
    expect(await ids({ filter: contains({ size: "big" }) })).toEqual([]);
  });

  test("replaces the generation", async ({ store, record, put, held }) => {
    const [kept, old] = [record({ documentId: "doc_x" }), record({ documentId: "doc_x" })];
    await put([kept, old]);
    await put([{ ...kept, generation: 2 }]);
    await store.delete({ orgId: SCOPE.orgId, documentId: "doc_x", beforeGeneration: 2 });
    expect(await held()).toEqual([kept.id]);
  });

  test("moves a record to another space", async ({ record, put, held, expectExact }) => {
    const [moved, stays] = [record(), record()];
    await put([moved, stays]);
    const after = { ...moved, spaceId: "spc_b" };
    await put([after]);
    expect(await held()).toEqual([stays.id]);
    expect(await held({ ...SCOPE, spaceIds: ["spc_b"] })).toEqual([moved.id]);
    await expectExact([after, stays], { scope: { ...SCOPE, spaceIds: ["spc_a", "spc_b"] } });
  });

  test("moves a record to another document", async ({ store, record, put, held }) => {
    const moved = record({ documentId: "doc_x" });
    await put([moved]);
    await put([{ ...moved, documentId: "doc_y" }]);
    await store.delete({ orgId: SCOPE.orgId, documentId: "doc_x" });
    expect(await held({ ...SCOPE, documentIds: ["doc_y"] })).toEqual([moved.id]);
    await store.delete({ orgId: SCOPE.orgId, documentId: "doc_y" });
    expect(await held()).toEqual([]);
  });

  test("writes a deleted record again", async ({ store, record, put, held }) => {
    const again = record();
    await put([again]);
    await store.delete({ orgId: SCOPE.orgId, documentId: again.documentId });
    await put([again]);
    expect(await held()).toEqual([again.id]);
  });

  test("neither modifies nor retains the given vectors", async ({ record, put, query }) => {
    const vector = record().vector.map((value) => value * 3);
    const [given, copy] = [record({ vector }), vector.slice()];
    await put([given]);
    await query({ vector });
    expect([...vector]).toEqual([...copy]);
    vector.fill(-1);
    const [hit] = await query({ vector: copy });
    expect(hit?.score).toBeGreaterThanOrEqual(0.9999);
  });
});
