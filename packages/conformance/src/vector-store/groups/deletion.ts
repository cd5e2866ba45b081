import type { VectorRecord } from "@quarry/core";
import { SCOPE, type Session } from "../session.ts";
import { testGroup } from "../test-group.ts";

const ORG = SCOPE.orgId;
const SPACES = ["spc_a", "spc_b"];
const DOCUMENTS = ["doc_x", "doc_y"];
const ORGS = [ORG, "org_b"];

/** Writes two records per document, space and organization. Both spaces have documents of the same names. */
async function fill({ record, put }: Session): Promise<VectorRecord[]> {
  const records = ORGS.flatMap((orgId) =>
    SPACES.flatMap((spaceId) =>
      DOCUMENTS.flatMap((documentId) => [
        record({ orgId, spaceId, documentId }),
        record({ orgId, spaceId, documentId, generation: 2, model: "model-b" }),
      ]),
    ),
  );
  await put(records);
  return records;
}

async function remaining({ ids, store }: Session): Promise<string[]> {
  const found: string[] = [];
  for (const orgId of ORGS) {
    const scope = { orgId, spaceIds: SPACES };
    const before = found.length;
    for (const model of ["model-a", "model-b"]) found.push(...(await ids({ scope, model, topK: 100 })));
    const counted = await store.count(scope);
    if (counted !== found.length - before)
      throw new Error(`count returns ${counted} instead of ${found.length - before}`);
  }
  return found.sort();
}

/** Deletes exactly what is selected. */
export const deletionGroup = testGroup("deletion", ({ test, expect }) => {
  const expectLeft = async (
    session: Session,
    selector: Parameters<Session["store"]["delete"]>[0],
    remains: (record: VectorRecord) => boolean,
  ) => {
    const records = await fill(session);
    // The second deletion finds nothing.
    for (let round = 0; round < 2; round += 1) {
      await session.store.delete(selector);
      expect(await remaining(session)).toEqual(records.filter(remains).map(({ id }) => id));
    }
  };

  test("deletes a document", (session) =>
    expectLeft(
      session,
      { orgId: ORG, documentId: "doc_x" },
      ({ orgId, documentId }) => orgId !== ORG || documentId !== "doc_x",
    ));

  test("deletes a space", (session) =>
    expectLeft(
      session,
      { orgId: ORG, spaceId: "spc_a" },
      ({ orgId, spaceId }) => orgId !== ORG || spaceId !== "spc_a",
    ));

  test("deletes an organization", (session) =>
    expectLeft(session, { orgId: ORG }, ({ orgId }) => orgId !== ORG));

  test("deletes older generations of a document", (session) =>
    expectLeft(
      session,
      { orgId: ORG, documentId: "doc_x", beforeGeneration: 2 },
      ({ orgId, documentId, generation }) => orgId !== ORG || documentId !== "doc_x" || generation >= 2,
    ));

  test("succeeds if nothing matches", async (session) => {
    const { store } = session;
    const selectors = [
      { orgId: "org_none" },
      { orgId: ORG, spaceId: "spc_none" },
      { orgId: ORG, documentId: "doc_none" },
      { orgId: "org_none", documentId: "doc_x" },
      { orgId: "org_none", spaceId: "spc_a" },
      { orgId: ORG, documentId: "doc_none", beforeGeneration: 9 },
      { orgId: ORG, documentId: "doc_x", beforeGeneration: 1 },
    ];
    // First in an empty store.
    for (const selector of selectors) await store.delete(selector);
    const records = await fill(session);
    for (const selector of selectors) await store.delete(selector);
    expect(await remaining(session)).toEqual(records.map(({ id }) => id));
  });

  test("does not confuse ids with a common prefix", async ({ store, record, put, held }) => {
    const other = record({ orgId: "org_a2", documentId: "doc_x" });
    const near = record({ spaceId: "spc_a2", documentId: "doc_x2" });
    // An underscore matches any character in SQL's LIKE.
    const like = record({ orgId: "orgXa", spaceId: "spcXa", documentId: "docXx" });
    await put([record({ documentId: "doc_x" }), other, near, like]);
    await store.delete({ orgId: ORG, documentId: "doc_x" });
    await store.delete({ orgId: ORG, spaceId: "spc_a" });
    expect(await held({ orgId: ORG, spaceIds: ["spc_a", "spc_a2"] })).toEqual([near.id]);
    await store.delete({ orgId: ORG });
    expect(await held({ orgId: "org_a2", spaceIds: ["spc_a"] })).toEqual([other.id]);
    expect(await held({ orgId: "orgXa", spaceIds: ["spcXa"] })).toEqual([like.id]);
  });
});
