import { mean, ndcg } from "@quarry/core";
import type { Quarry } from "@quarry/sdk";
import type { Collection } from "./collection.ts";
import { documentId } from "./load-documents.ts";
import { Progress } from "./progress.ts";

/** A collection in a space of its own. */
export interface LoadedSpace {
  readonly collection: Collection;
  readonly spaceId: string;
}

/** How well questions are answered when nobody says which space they are for; means over the spaces' means. */
export interface AcrossFigures {
  /** Of one query over all spaces. */
  readonly ndcg10: number;
  /** Share of questions whose own space is the first that is recommended. */
  readonly recall1: number;
  /** Share of those whose space is among the first three. */
  readonly recall3: number;
}

/** Asks every question over all spaces, and which spaces to ask. */
export async function askAcross(
  quarry: Quarry,
  spaces: readonly LoadedSpace[],
  questionsEach: number | undefined,
): Promise<AcrossFigures> {
  const spaceIds = spaces.map(({ spaceId }) => spaceId);
  const asked = spaces.map((space) => ({
    ...space,
    questions: space.collection.questions.slice(0, questionsEach),
  }));
  const total = asked.reduce((sum, { questions }) => sum + questions.length, 0);
  const progress = new Progress("all spaces: questions", total);
  const means: AcrossFigures[] = [];
  for (const { collection, spaceId, questions } of asked) {
    const values = { ndcg10: [] as number[], recall1: [] as number[], recall3: [] as number[] };
    for (const { id, text } of questions) {
      const { results } = await quarry.query({ query: text, spaceIds, topK: 100 });
      // Collections may give their documents the same names.
      const ranking = [
        ...new Set(
          results.map(({ space, document }) =>
            space.id === spaceId ? documentId(document.filename) : `${space.id}/${document.filename}`,
          ),
        ),
      ];
      values.ndcg10.push(ndcg(ranking, collection.judgements.get(id) ?? new Map(), 10));
      const { recommendations } = await quarry.smartQuery({ query: text, limit: 3 });
      const rank = recommendations.findIndex((recommended) => recommended.spaceId === spaceId);
      values.recall1.push(rank === 0 ? 1 : 0);
      values.recall3.push(rank >= 0 ? 1 : 0);
      progress.advance(1);
    }
    means.push({
      ndcg10: mean(values.ndcg10),
      recall1: mean(values.recall1),
      recall3: mean(values.recall3),
    });
  }
  progress.end();
  const meanOf = (field: keyof AcrossFigures) => mean(means.map((figures) => figures[field]));
  return { ndcg10: meanOf("ndcg10"), recall1: meanOf("recall1"), recall3: meanOf("recall3") };
}
