import { estimateMean, mean, ndcg } from "@quarry/core/internal";
import type { Quarry } from "@quarry/sdk";
import type { Collection } from "./collection.ts";
import { documentId } from "./load-documents.ts";
import { Progress } from "./progress.ts";

/** A collection in a space of its own. */
export interface LoadedSpace {
  readonly collection: Collection;
  readonly spaceId: string;
}

/** nDCG@10 of every question, by collection, when nobody says which space it is for: one query over all spaces. */
export async function askAcross(
  quarry: Quarry,
  spaces: readonly LoadedSpace[],
  questionsEach: number | undefined,
): Promise<Map<string, number[]>> {
  const spaceIds = spaces.map(({ spaceId }) => spaceId);
  const asked = spaces.map((space) => ({
    ...space,
    questions: space.collection.questions.slice(0, questionsEach),
  }));
  const total = asked.reduce((sum, { questions }) => sum + questions.length, 0);
  const progress = new Progress("all spaces: questions", total);
  const scores = new Map<string, number[]>();
  for (const { collection, spaceId, questions } of asked) {
    const own: number[] = [];
    scores.set(collection.name, own);
    for (const { id, text } of questions) {
      const { results } = await quarry.query({ query: text, spaceIds, topK: 100 });
      // Collections may give their documents the same names.
      const names = results.map(({ space, document }) =>
        space.id === spaceId ? documentId(document.filename) : `${space.id}/${document.filename}`,
      );
      own.push(ndcg([...new Set(names)], collection.judgements.get(id) ?? new Map(), 10));
      progress.advance(1);
    }
  }
  progress.end();
  return scores;
}

/** The first so many questions of each collection, for a comparison with figures of others. */
const FIRST = 80;

/** One query over all spaces beside the same questions asked where they belong; means over the collections. */
export function acrossTable(
  across: ReadonlyMap<string, readonly number[]>,
  alone: ReadonlyMap<string, readonly number[]>,
): string {
  const line = (name: string, first: number | undefined) => {
    const means = (scores: ReadonlyMap<string, readonly number[]>) =>
      mean([...scores.values()].map((values) => mean(values.slice(0, first))));
    const { low, high } = estimateMean([...across.values()].flatMap((values) => values.slice(0, first)));
    const spread = (high - low) / 2;
    return `| ${name} | ${means(across).toFixed(4)} | ± ${spread.toFixed(3)} | ${means(alone).toFixed(4)} |`;
  };
  return [
    "| questions | all spaces at once | 95 % | the right space known |",
    "|---|---|---|---|",
    line("all", undefined),
    line(`the first ${FIRST} of each collection`, FIRST),
  ].join("\n");
}
