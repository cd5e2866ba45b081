import { estimateMean, mean, ndcg } from "@quarry/core/internal";
import type { Quarry } from "@quarry/sdk";
import type { Collection } from "./collection.ts";
import { documentId } from "./load-documents.ts";
import { Progress } from "./progress.ts";

/** A collection that is loaded into its own space. */
export interface LoadedSpace {
  readonly collection: Collection;
  readonly spaceId: string;
}

/** Runs every question as one query over all spaces. Returns the nDCG@10 of each question by collection. */
export async function askAcross(
  quarry: Quarry,
  spaces: readonly LoadedSpace[],
  questionsEach: number | undefined,
): Promise<Map<string, number[]>> {
  const spaceIds = spaces.map(({ spaceId }) => spaceId);
  const selected = spaces.map((space) => ({
    ...space,
    questions: space.collection.questions.slice(0, questionsEach),
  }));
  const total = selected.reduce((sum, { questions }) => sum + questions.length, 0);
  const progress = new Progress("all spaces: questions", total);
  const scores = new Map<string, number[]>();
  for (const { collection, spaceId, questions } of selected) {
    const own: number[] = [];
    scores.set(collection.name, own);
    for (const { id, text } of questions) {
      const { results } = await quarry.query({ query: text, spaceIds, topK: 100 });
      // Documents of different collections may have the same name.
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

/** Number of questions per collection in the second row, for comparison with published figures. */
const SUBSET_QUESTIONS = 80;

/** Compares queries over all spaces with queries of the right space. Values are means over the collections. */
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
    "| questions | all spaces | 95 % | right space only |",
    "|---|---|---|---|",
    line("all", undefined),
    line(`first ${SUBSET_QUESTIONS} of each collection`, SUBSET_QUESTIONS),
  ].join("\n");
}
