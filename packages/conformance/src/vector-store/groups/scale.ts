import type { Filter, VectorQuery } from "@quarry/core";
import { type ClusteredRecords, clusteredRecords } from "../clustered-records.ts";
import { exactMatches, faultsOf } from "../exact-answer.ts";
import { MODEL, SCOPE } from "../session.ts";
import { testGroup } from "../test-group.ts";

const MIN_RECALL = 0.97;

interface Case {
  readonly name: string;
  readonly scope: VectorQuery["scope"];
  readonly filter?: Filter;
}

const below = (value: number): Filter => ({ kind: "compare", path: ["rank"], operator: "$lt", value });

/** Selects from one record to all: by filter, document, space, and by filters that follow the clusters. */
function casesOf({ records, spaceIds }: ClusteredRecords): Case[] {
  const all = { orgId: SCOPE.orgId, spaceIds };
  const count = records.length;
  const documents = (share: number) =>
    Array.from({ length: Math.max(1, (count / 5) * share) }, (_, at) => `doc_${at}`);
  return [
    { name: "everything", scope: all },
    { name: "one space", scope: { ...all, spaceIds: ["spc_2"] } },
    ...[1, 10, 100, count / 20, count / 2, count].map((rank) => ({
      name: `${rank} by filter`,
      scope: all,
      filter: below(rank),
    })),
    { name: "one by value", scope: all, filter: { kind: "contains", value: { rank: 7 } } },
    { name: "one subject", scope: all, filter: { kind: "contains", value: { subject: 3 } } },
    { name: "some subjects", scope: all, filter: { kind: "in", path: ["subject"], values: [1, 4, 6, 9] } },
    { name: "one document", scope: { ...all, documentIds: documents(0) } },
    { name: "a tenth of the documents", scope: { ...all, documentIds: documents(0.1) } },
    { name: "a tenth of a space", scope: { ...all, spaceIds: ["spc_1"] }, filter: below(count / 10) },
    { name: "none", scope: all, filter: below(0) },
  ];
}

/** Result counts and recall with enough records for an approximate index, at every selectivity. */
export const scaleGroup = testGroup("scale", ({ test, expect }) => {
  test("returns min(topK, matches) hits with high recall at every selectivity", async (session) => {
    const { store, settings, put } = session;
    const data = clusteredRecords(session, settings.isFull ? 50_000 : 2000);
    await put(data.records);
    expect(await store.count({ orgId: SCOPE.orgId, spaceIds: data.spaceIds })).toEqual(data.records.length);

    const faults: string[] = [];
    for (const { name, ...narrowed } of casesOf(data)) {
      const [rounds, shares] = [name === "everything" ? 40 : 10, [] as number[]];
      for (let round = 0; round < rounds; round += 1) {
        const question = { model: MODEL, vector: data.question(), topK: 10, ...narrowed };
        const matches = exactMatches(data.records, question);
        for (const topK of round === 0 ? [10, 1, 100, 1000] : [10]) {
          const hits = await store.query({ ...question, topK });
          for (const fault of faultsOf(hits, matches, topK, false))
            faults.push(`${name}, top ${topK}: ${fault}`);
          if (topK === 10 && matches.size > 0) {
            const best = [...matches.values()].map(({ score }) => score).sort((a, b) => b - a);
            const wanted = Math.min(topK, best.length);
            const least = (best[wanted - 1] ?? 0) - 1e-6;
            const good = hits.filter(({ id }) => (matches.get(id)?.score ?? -2) >= least);
            shares.push(new Set(good.map(({ id }) => id)).size / wanted);
          }
        }
      }
      const recall = shares.reduce((sum, share) => sum + share, 0) / (shares.length || 1);
      if (shares.length > 0 && recall < MIN_RECALL) faults.push(`${name}: recall is ${recall}`);
    }
    expect(faults.slice(0, 20)).toEqual([]);
  });
});
