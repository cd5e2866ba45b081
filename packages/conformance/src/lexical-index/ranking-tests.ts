import { PASSAGES } from "../texts.ts";
import { document, type LexicalTools, ORG, SCOPE } from "./session.ts";

/** Scores and order of hits. */
export function rankingTests({ test, expect }: LexicalTools): void {
  test("ranks the quoted passage first", async ({ put, ranked }) => {
    await put(PASSAGES.map((text, at) => document(`doc_${at}`, [text])));
    for (const [at, text] of PASSAGES.entries()) expect((await ranked(text))[0]).toEqual(`doc_${at}_0`);
  });

  test("scores a full match about 1 and a partial match lower", async ({ index, put }) => {
    await put(PASSAGES.map((text, at) => document(`doc_${at}`, [text])));
    const { hits } = await index.search(SCOPE, PASSAGES[4], 10);
    expect(hits[0]?.score ?? 0).toBeGreaterThanOrEqual(0.8);
    const { hits: partial } = await index.search(SCOPE, "holiday spaceship telescope keyboard", 10);
    expect(partial[0]?.score ?? 0).toBeLessThanOrEqual(0.6);
  });

  test("function words that a space lacks do not lower a score", async ({ index, put }) => {
    await put([document("doc_leave", ["You get 30 days of leave a year."])]);
    const scoreOf = async (query: string) => (await index.search(SCOPE, query, 1)).hits[0]?.score ?? 0;
    expect(await scoreOf("How much leave do I have?")).toBeGreaterThanOrEqual(0.9 * (await scoreOf("leave")));
  });

  test("ranks a long text among one-line notes by what it says", async ({ index, put }) => {
    const filler = Array.from({ length: 150 }, (_, at) => `word${at}`).join(" ");
    await put([
      document("doc_long", [`${filler}. The granite harbor was built by fishermen in winter.`]),
      ...Array.from({ length: 100 }, (_, at) => document(`doc_${at}`, [`Note ${at} about granite`])),
    ]);
    const { hits } = await index.search(SCOPE, "Who built the granite harbor in winter?", 10);
    expect(hits[0]?.documentId).toEqual("doc_long");
    expect(hits[0]?.score ?? 0).toBeGreaterThanOrEqual(0.5);
  });

  test("ranks more of the question's words higher, and rare words above common ones", async ({
    put,
    ranked,
  }) => {
    await put([
      document("doc_both", ["granite harbor"]),
      document("doc_rare", ["granite meadow"]),
      ...Array.from({ length: 30 }, (_, at) => document(`doc_${at}`, ["harbor meadow"])),
    ]);
    expect((await ranked("granite harbor")).slice(0, 2)).toEqual(["doc_both_0", "doc_rare_0"]);
  });

  test("orders ties by ascending id, also at the cutoff", async ({ random, put, ranked }) => {
    const names = ["1", "10", "2", "9", "Z", "_", "a", "a1", "aZ", "a_", "b", "z"];
    await put(random.shuffled(names).map((name) => document(`doc_${name}`, ["apple"], { id: name })));
    for (const topK of [1, 5, 12]) expect(await ranked("apple", topK)).toEqual(names.slice(0, topK));
  });

  test("orders hits of several spaces by similarity", async ({ random, put, ranked }) => {
    const words = ["granite", "harbor", "meadow", "lantern", "copper", "violin"];
    const text = () => Array.from({ length: 2 + random.below(8) }, () => random.pick(words)).join(" ");
    await put(
      Array.from({ length: 120 }, (_, at) =>
        // One space has most of the documents.
        document(`doc_${at}`, [text()], { spaceId: at % 10 === 0 ? "spc_b" : "spc_a" }),
      ),
    );
    const scope = { orgId: ORG, spaceIds: ["spc_a", "spc_b"] };
    for (const query of ["granite harbor", "copper", "violin lantern meadow"])
      for (const topK of [1, 10, 1000]) await ranked(query, topK, scope);
  });

  test("the best topK hits are the first of all hits", async ({ random, put, ranked }) => {
    const words = ["granite", "harbor", "meadow", "lantern", "copper"];
    const text = () => Array.from({ length: 3 + random.below(6) }, () => random.pick(words)).join(" ");
    await put(Array.from({ length: 80 }, (_, at) => document(`doc_${at}`, [text()])));
    const all = await ranked("granite copper");
    for (const topK of [1, 7, 50]) expect(await ranked("granite copper", topK)).toEqual(all.slice(0, topK));
  });

  test("returns the same hits for the same query", async ({ index, put }) => {
    await put(PASSAGES.map((text, at) => document(`doc_${at}`, [text])));
    const first = await index.search(SCOPE, "the key and the motor", 10);
    for (let round = 0; round < 3; round += 1)
      expect(await index.search(SCOPE, "the key and the motor", 10)).toEqual(first);
  });

  test("counts the question's distinct words and each space's chunks", async ({ index, put }) => {
    await put([document("doc_a", ["apple", "pear"]), document("doc_b", ["plum"], { spaceId: "spc_b" })]);
    const scope = { orgId: ORG, spaceIds: ["spc_a", "spc_b"] };
    const termsOf = async (query: string) => (await index.search(scope, query, 10)).queryTerms;
    expect(await termsOf("")).toEqual(0);
    expect(await termsOf("?! ...")).toEqual(0);
    expect(await termsOf("apple")).toEqual(1);
    expect(await termsOf("apple apple")).toEqual(1);
    expect(await termsOf("apple pear")).toEqual(2);
    const { chunkCounts } = await index.search(scope, "apple", 10);
    expect([chunkCounts.get("spc_a"), chunkCounts.get("spc_b")]).toEqual([2, 1]);
  });
}
