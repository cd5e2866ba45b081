import type { VectorRecord } from "@quarry/core";
import { SCOPE, type Session } from "../session.ts";
import { testGroup } from "../test-group.ts";

const ORG = SCOPE.orgId;
const SPACES = ["spc_a", "spc_b"];
const DOCUMENTS = ["doc_x", "doc_y"];
const ORGS = [ORG, "org_b"];

/** Two records in each document of each space of each organization; documents of one name stand in both spaces. */
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

async function left({ ids, store }: Session): Promise<string[]> {
  const found: string[] = [];
  for (const orgId of ORGS) {
    const scope = { orgId, spaceIds: SPACES };
    const before = found.length;
    for (const model of ["model-a", "model-b"]) found.push(...(await ids({ scope, model, topK: 100 })));
    const counted = await store.count(scope);
    if (counted !== found.length - before)
      throw new Error(`count says ${counted} of ${found.length - before}`);
  }
  return found.sort();
}

/** Taking away exactly what is named. */
export const deletionGroup = testGroup("deletion", ({ test, expect }) => {
  const expectLeft = async (
    session: Session,
    selector: Parameters<Session["store"]["delete"]>[0],
    stays: (record: VectorRecord) => boolean,
  ) => {
    const records = await fill(session);
    // A second time there is nothing to take away.
    for (let round = 0; round < 2; round += 1) {
      await session.store.delete(selector);
      expect(await left(session)).toEqual(records.filter(stays).map(({ id }) => id));
    }
  };

  test("a document", (session) =>
    expectLeft(
      session,
      { orgId: ORG, documentId: "doc_x" },
      ({ orgId, documentId }) => orgId !== ORG || documentId !== "doc_x",
    ));

  test("a space", (session) =>
    expectLeft(
      session,
      { orgId: ORG, spaceId: "spc_a" },
      ({ orgId, spaceId }) => orgId !== ORG || spaceId !== "spc_a",
    ));

  test("an organization", (session) => expectLeft(session, { orgId: ORG }, ({ orgId }) => orgId !== ORG));

  test("what is older than a generation", (session) =>
    expectLeft(
      session,
      { orgId: ORG, documentId: "doc_x", beforeGeneration: 2 },
      ({ orgId, documentId, generation }) => orgId !== ORG || documentId !== "doc_x" || generation >= 2,
    ));

  test("what is not there", async (session) => {
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
    // First in a store that has never seen a record.
    for (const selector of selectors) await store.delete(selector);
    const records = await fill(session);
    for (const selector of selectors) await store.delete(selector);
    expect(await left(session)).toEqual(records.map(({ id }) => id));
  });

  test("ids that begin alike are not mixed up", async ({ store, record, put, held }) => {
    const other = record({ orgId: "org_a2", documentId: "doc_x" });
    const near = record({ spaceId: "spc_a2", documentId: "doc_x2" });
    // An underscore stands for any letter in SQL's LIKE.
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
