import { expect, test } from "bun:test";
import type { IndexChange } from "../records/index-change.ts";
import { createLiveCatalogue } from "./live-catalogue.ts";

const ORG = "org_1";
const SPACE = { id: "spc_1", slug: "birds", name: "Birds", description: "", vectorWeight: null };

function documentOf(generation: number, id = "doc_1", spaceId = SPACE.id) {
  return { id, spaceId, generation, filename: "a.md", title: null, metadata: {} };
}

const written = (generation: number, id?: string): IndexChange => ({
  kind: "documents",
  orgId: ORG,
  documents: [{ ...documentOf(generation, id), orgId: ORG, model: "m", chunks: [] }],
});
const GONE: IndexChange = { kind: "document-gone", orgId: ORG, documentId: "doc_1" };
const described = (change: Partial<typeof SPACE>, isArchived = false): IndexChange => ({
  kind: "description",
  space: { ...SPACE, ...change, orgId: ORG, isArchived },
});

function catalogueOf(...changes: readonly IndexChange[]) {
  const catalogue = createLiveCatalogue();
  for (const change of changes) catalogue.announce(change).apply();
  return catalogue;
}

test("an announced change is unknown until it is applied or withdrawn", () => {
  const catalogue = catalogueOf(written(1));
  const [first, second] = [catalogue.announce(written(2)), catalogue.announce(written(2))];
  expect([catalogue.isChanging("doc_1"), catalogue.document(ORG, "doc_1")?.generation]).toEqual([true, 1]);
  first.withdraw();
  first.withdraw();
  expect(catalogue.isChanging("doc_1")).toBe(true);
  second.apply();
  expect([catalogue.isChanging("doc_1"), catalogue.document(ORG, "doc_1")?.generation]).toEqual([false, 2]);
});

test("commits that are confirmed in another order leave the state of the last one", () => {
  const catalogue = catalogueOf(written(1));
  const [change, deletion] = [catalogue.announce(written(2)), catalogue.announce(GONE)];
  deletion.apply();
  expect(catalogue.isChanging("doc_1")).toBe(true);
  change.apply();
  expect([catalogue.isChanging("doc_1"), catalogue.document(ORG, "doc_1")]).toEqual([false, undefined]);
});

test("a document that arrives after its space was erased is dropped", () => {
  const catalogue = catalogueOf(described({}), written(1), written(1, "doc_2"));
  const late = catalogue.announce(written(2));
  catalogue.announce({ kind: "space-gone", orgId: ORG, spaceId: SPACE.id }).apply();
  late.apply();
  const { documents, spaces } = catalogue.rows(ORG);
  expect([[...documents], [...spaces]]).toEqual([[], []]);
});

test("a slug that moves to another space stays there, in any order of confirmation", () => {
  const other = { id: "spc_2", slug: "fish" };
  const catalogue = catalogueOf(described({}), described(other));
  const [left, taken] = [
    catalogue.announce(described({ slug: "old-birds" })),
    catalogue.announce(described({ ...other, slug: "birds" })),
  ];
  taken.apply();
  left.apply();
  expect(["birds", "old-birds", "fish"].map((slug) => catalogue.space(ORG, slug)?.id)).toEqual([
    ...["spc_2", "spc_1", undefined],
  ]);
});

test("an archived space is not live, and its documents are when it is restored", () => {
  const catalogue = catalogueOf(described({}), written(1), described({}, true));
  expect([catalogue.space(ORG, "birds"), catalogue.space(ORG, SPACE.id)]).toEqual([undefined, undefined]);
  catalogue.announce(described({})).apply();
  expect([catalogue.space(ORG, "birds"), catalogue.document(ORG, "doc_1")]).toEqual([SPACE, documentOf(1)]);
});

test("organizations do not see each other's rows", () => {
  const catalogue = catalogueOf(described({}), written(1));
  expect([catalogue.space("org_2", SPACE.id), catalogue.document("org_2", "doc_1")]).toEqual([
    ...[undefined, undefined],
  ]);
});
