import { document, type LexicalSession, type LexicalTools, ORG } from "./session.ts";

/** A space per subject. The words of `spc_sea` are rare in the others. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  spc_sea: ["The trawler hauled its nets", "Herring and mackerel", "A lighthouse by the harbor"],
  spc_music: ["The violin and the cello", "A quartet rehearses", "The harbor concert"],
  spc_garden: ["Prune the roses", "Water the seedlings", "Compost feeds the soil"],
};
const SPACES = Object.keys(TEXTS);

async function fill({ put }: LexicalSession): Promise<void> {
  await put(
    Object.entries(TEXTS).flatMap(([spaceId, texts]) =>
      texts.map((text, at) => document(`doc_${spaceId}_${at}`, [text], { spaceId })),
    ),
  );
}

/** Searches that compare spaces. */
export function spaceTests({ test, expect }: LexicalTools): void {
  test("searchEach returns the best chunk of each matching space", async (session) => {
    await fill(session);
    const { index } = session;
    for (const query of ["harbor", "violin", "the herring", "spaceship"]) {
      const result = await index.searchEach({ orgId: ORG, spaceIds: SPACES }, query);
      const best: [string, string][] = [];
      for (const spaceId of SPACES) {
        const { hits } = await index.search({ orgId: ORG, spaceIds: [spaceId] }, query, 1);
        if (hits[0]) best.push([spaceId, hits[0].id]);
      }
      expect(new Map(result.hits.map(({ spaceId, id }) => [spaceId, id]))).toEqual(new Map(best));
      expect(result.hits.length).toEqual(best.length);
    }
  });

  test("searchEach respects documents and filters of its scope", async (session) => {
    await fill(session);
    const scope = { orgId: ORG, spaceIds: SPACES, documentIds: ["doc_spc_music_2"] };
    const { hits } = await session.index.searchEach(scope, "harbor");
    expect(hits.map(({ id }) => id)).toEqual(["doc_spc_music_2_0"]);
    const none = { kind: "exists", path: ["none"] } as const;
    expect((await session.index.searchEach({ ...scope, filter: none }, "harbor")).hits).toEqual([]);
  });

  test("sketch ranks the space with the question's words first", async (session) => {
    await fill(session);
    for (const [query, spaceId] of [
      ["herring nets of the trawler", "spc_sea"],
      ["a quartet with violin and cello", "spc_music"],
      ["compost for seedlings", "spc_garden"],
    ] as const) {
      const evidence = await session.index.sketch(ORG, query, 10, new Set());
      expect(evidence[0]?.spaceId).toEqual(spaceId);
      expect(evidence[0]?.chunkCount).toEqual(3);
      expect(evidence[0]?.score ?? 0).toBeGreaterThanOrEqual(Number.MIN_VALUE);
      const words = query.split(" ");
      expect(evidence[0]?.words.filter((word) => !words.includes(word))).toEqual([]);
      const scores = evidence.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });

  test("sketch returns at most `limit` spaces, without the excluded ones", async (session) => {
    await fill(session);
    const { index } = session;
    const query = "herring nets by the harbor";
    expect((await index.sketch(ORG, query, 1, new Set())).map(({ spaceId }) => spaceId)).toEqual(["spc_sea"]);
    const others = await index.sketch(ORG, query, 10, new Set(["spc_sea"]));
    expect(others.some(({ spaceId }) => spaceId === "spc_sea")).toEqual(false);
    expect(await index.sketch(ORG, query, 10, new Set(SPACES))).toEqual([]);
  });

  test("sketch returns only spaces of the organization that have chunks", async (session) => {
    await fill(session);
    const { index, put } = session;
    await put([document("doc_b", ["herring"], { orgId: "org_b", spaceId: "spc_b" })], "org_b");
    await index.delete({ orgId: ORG, spaceId: "spc_garden" });
    const spaces = (await index.sketch(ORG, "herring compost", 10, new Set())).map(({ spaceId }) => spaceId);
    expect(spaces.filter((spaceId) => spaceId !== "spc_sea" && spaceId !== "spc_music")).toEqual([]);
    expect(await index.sketch("org_none", "herring", 10, new Set())).toEqual([]);
  });
}
