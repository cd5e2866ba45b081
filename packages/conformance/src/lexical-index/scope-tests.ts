import { type FilteredScope, matchesFilter, parseFilter } from "@quarry/core";
import { randomFilter, randomMetadata } from "../random-filters.ts";
import { document, type LexicalSession, type LexicalTools, ORG } from "./session.ts";

const ORGS = [ORG, "org_b"];
const SPACES = ["spc_a", "spc_b", "spc_c"];
const NAMES = ["x", "y", "z"];

/** Every organization has the same spaces and documents. Document ids are unique within an organization. */
async function fill({ put }: LexicalSession): Promise<void> {
  for (const orgId of ORGS)
    await put(
      SPACES.flatMap((spaceId) =>
        NAMES.map((name) =>
          document(`doc_${spaceId}_${name}`, ["apple pie", "plum"], {
            orgId,
            spaceId,
            id: `${orgId}_${spaceId}_${name}`,
          }),
        ),
      ).map(({ documentId, entries }) => ({
        documentId,
        entries: entries.map((entry, at) => ({ ...entry, id: `${entry.id}_${at}` })),
      })),
      orgId,
    );
}

/** Ids that a search for "apple" must return in a scope of `fill`. */
function expectedIds({ orgId, spaceIds, documentIds }: FilteredScope): string[] {
  return [...new Set(spaceIds)]
    .filter((spaceId) => SPACES.includes(spaceId) && ORGS.includes(orgId))
    .flatMap((spaceId) => NAMES.map((name) => ({ spaceId, name })))
    .filter(({ spaceId, name }) => !documentIds || documentIds.includes(`doc_${spaceId}_${name}`))
    .map(({ spaceId, name }) => `${orgId}_${spaceId}_${name}_0`)
    .sort();
}

/** A search sees its scope and nothing else. */
export function scopeTests({ test, expect }: LexicalTools): void {
  test("separates organizations, spaces and documents", async (session) => {
    await fill(session);
    for (const orgId of ORGS)
      for (const spaceIds of [["spc_a"], ["spc_b", "spc_c"], SPACES])
        for (const documentIds of [undefined, ["doc_spc_a_x"], ["doc_spc_b_y", "doc_spc_c_z", "doc_none"]]) {
          const scope = { orgId, spaceIds, ...(documentIds ? { documentIds } : {}) };
          expect(await session.found("apple", scope)).toEqual(expectedIds(scope));
        }
  });

  test("returns the space and document of each hit", async (session) => {
    await fill(session);
    const { hits } = await session.index.search({ orgId: ORG, spaceIds: SPACES }, "apple", 100);
    for (const { id, documentId } of hits) expect(`${ORG}_${documentId.replace("doc_", "")}_0`).toEqual(id);
    for (const { id, spaceId } of hits) expect(id.includes(spaceId)).toEqual(true);
  });

  test("finds nothing in an empty or unknown scope", async (session) => {
    await fill(session);
    const scopes: FilteredScope[] = [
      { orgId: ORG, spaceIds: [] },
      { orgId: ORG, spaceIds: ["spc_none"] },
      { orgId: ORG, spaceIds: SPACES, documentIds: [] },
      { orgId: ORG, spaceIds: SPACES, documentIds: ["doc_none"] },
      { orgId: "org_none", spaceIds: SPACES },
      { orgId: "org_", spaceIds: SPACES },
    ];
    for (const scope of scopes) expect(await session.found("apple", scope)).toEqual([]);
  });

  test("returns each hit once for repeated spaces and documents", async (session) => {
    await fill(session);
    const scope = { orgId: ORG, spaceIds: ["spc_a", "spc_b", "spc_a"] };
    expect(await session.found("apple", scope)).toEqual(expectedIds(scope));
    const narrowed = { ...scope, documentIds: ["doc_spc_a_x", "doc_spc_a_x"] };
    expect(await session.found("apple", narrowed)).toEqual(expectedIds(narrowed));
  });

  test("accepts thousands of documents in a scope", async (session) => {
    await fill(session);
    const documentIds = [...Array.from({ length: 3000 }, (_, at) => `doc_${at}`), "doc_spc_b_y"];
    const scope = { orgId: ORG, spaceIds: SPACES, documentIds };
    expect(await session.found("apple", scope)).toEqual(expectedIds(scope));
  });

  test("applies filters like matchesFilter", async ({ random, put, found }) => {
    const documents = Array.from({ length: 60 }, (_, at) =>
      document(`doc_${at}`, ["apple"], { metadata: randomMetadata(random) }),
    );
    await put(documents);
    for (let round = 0; round < 60; round += 1) {
      const filter = parseFilter(undefined, randomFilter(random, 3));
      if (!filter) continue;
      const expected = documents
        .filter(({ entries: [entry] }) => matchesFilter(entry?.metadata ?? {}, filter))
        .map(({ documentId }) => `${documentId}_0`);
      expect(await found("apple", { orgId: ORG, spaceIds: ["spc_a"], filter })).toEqual(expected.sort());
    }
  });

  test("filters by the metadata of the last write", async ({ put, found }) => {
    const write = (color: string) => put([document("doc_a", ["apple"], { metadata: { color } })]);
    const search = (color: string) =>
      found("apple", {
        orgId: ORG,
        spaceIds: ["spc_a"],
        filter: { kind: "contains", value: { color } },
      });
    await write("red");
    await write("blue");
    expect(await search("red")).toEqual([]);
    expect(await search("blue")).toEqual(["doc_a_0"]);
  });

  test("fills topK with hits that pass the filter", async ({ index, put }) => {
    const documents = Array.from({ length: 500 }, (_, at) =>
      document(`doc_${at}`, [at < 490 ? "apple" : "an apple among other fruit in a longer text"], {
        metadata: { rank: at },
      }),
    );
    await put(documents);
    const filter = { kind: "compare", path: ["rank"], operator: "$gte", value: 490 } as const;
    const { hits } = await index.search({ orgId: ORG, spaceIds: ["spc_a"], filter }, "apple", 10);
    expect(hits.length).toEqual(10);
  });
}
