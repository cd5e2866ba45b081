import type { SearchScope, VectorRecord } from "@quarry/core";
import { SCOPE, type Session } from "../session.ts";
import { testGroup } from "../test-group.ts";

const ORGS = ["org_a", "org_b"];
const SPACES = ["spc_a", "spc_b", "spc_c"];
const DOCUMENTS = ["doc_x", "doc_y", "doc_z"];
const MODELS = ["model-a", "model-b"];

/** Writes spaces and documents of the same names to every organization, with vectors of two models. */
async function fill({ record, put, random }: Session): Promise<VectorRecord[]> {
  const records = ORGS.flatMap((orgId) =>
    SPACES.flatMap((spaceId) =>
      DOCUMENTS.flatMap((documentId) => MODELS.map((model) => record({ orgId, spaceId, documentId, model }))),
    ),
  );
  await put(random.shuffled(records));
  return records;
}

const holds = ({ orgId, spaceIds, documentIds }: SearchScope, record: VectorRecord) =>
  record.orgId === orgId &&
  spaceIds.includes(record.spaceId) &&
  (documentIds === undefined || documentIds.includes(record.documentId));

/** Queries and counts see their scope and nothing else. */
export const scopeGroup = testGroup("scopes", ({ test, expect }) => {
  test("separates organizations, spaces, documents and models", async (session) => {
    const records = await fill(session);
    for (const orgId of ORGS)
      for (const spaceIds of [["spc_a"], ["spc_b", "spc_c"], SPACES])
        for (const documentIds of [undefined, ["doc_x"], ["doc_y", "doc_z", "doc_none"]]) {
          const scope = { orgId, spaceIds, ...(documentIds ? { documentIds } : {}) };
          for (const model of MODELS)
            for (const topK of [2, 100]) await session.expectExact(records, { scope, model, topK });
          const counted = records.filter((record) => holds(scope, record)).length;
          expect(await session.store.count(scope)).toEqual(counted);
        }
  });

  test("does not widen a scope by a filter", async (session) => {
    const records = await fill(session);
    const everything = { kind: "not", part: { kind: "exists", path: ["none"] } } as const;
    const filter = { kind: "or", parts: [everything, { kind: "contains", value: {} }] } as const;
    const scope = { ...SCOPE, documentIds: ["doc_x"] };
    for (const topK of [1, 100]) await session.expectExact(records, { scope, topK, filter });
  });

  test("finds nothing in an empty or unknown scope", async (session) => {
    await fill(session);
    const scopes: SearchScope[] = [
      { orgId: "org_a", spaceIds: [] },
      { orgId: "org_a", spaceIds: ["spc_none"] },
      { orgId: "org_a", spaceIds: SPACES, documentIds: [] },
      { orgId: "org_a", spaceIds: SPACES, documentIds: ["doc_none"] },
      { orgId: "org_none", spaceIds: SPACES },
      { orgId: "org_", spaceIds: SPACES },
    ];
    for (const scope of scopes) expect(await session.held(scope)).toEqual([]);
    expect(await session.ids({ model: "model-none" })).toEqual([]);
    expect(await session.ids({ model: "model" })).toEqual([]);
  });

  test("finds nothing in an empty store", async ({ held }) => {
    expect(await held()).toEqual([]);
  });

  test("returns each hit once for repeated spaces and documents", async (session) => {
    const records = await fill(session);
    const scope = { ...SCOPE, spaceIds: ["spc_a", "spc_b", "spc_a"], documentIds: ["doc_x", "doc_x"] };
    await session.expectExact(records, { scope, topK: 100 });
    expect(await session.store.count(scope)).toEqual(4);
  });

  test("accepts thousands of spaces and documents in a scope", async (session) => {
    const records = await fill(session);
    const many = (prefix: string) => Array.from({ length: 3000 }, (_, at) => `${prefix}_${at}`);
    const scope = { orgId: "org_a", spaceIds: [...many("spc"), ...SPACES] };
    await session.expectExact(records, { scope, topK: 100 });
    const narrowed = { ...scope, documentIds: [...many("doc"), "doc_y"] };
    await session.expectExact(records, { scope: narrowed, topK: 100 });
    expect(await session.store.count(narrowed)).toEqual(6);
  });

  test("supports models with different vector lengths", async ({
    random,
    settings,
    record,
    put,
    expectExact,
  }) => {
    const longer = () => random.vector(settings.dimensions + 3);
    const records = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? record() : record({ model: "model-b", vector: longer() }),
    );
    await put(records);
    await expectExact(records, { topK: 100 });
    await expectExact(records, { topK: 100, model: "model-b", vector: longer() });
  });
});
