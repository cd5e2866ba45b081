import type { Quarry } from "@quarry/sdk";
import type { Collection } from "./collection.ts";
import { documentId } from "./load-documents.ts";
import type { EvalOptions } from "./options.ts";
import { Progress } from "./progress.ts";
import { createTypist } from "./typos.ts";

const TYPO_SEED = 1;

/** The results of one question. */
export interface Answered {
  readonly questionId: string;
  /** Document ids by their best chunk, best first, each once. */
  readonly ranking: readonly string[];
  readonly milliseconds: number;
  /** True if the server answered without vectors. */
  readonly degraded: boolean;
}

/** Queries the 100 best chunks of every question; 100 is the maximum of a query. */
export async function askQuestions(
  quarry: Quarry,
  spaceId: string,
  collection: Collection,
  options: Pick<EvalOptions, "queries" | "mode" | "typos">,
): Promise<Answered[]> {
  const questions = collection.questions.slice(0, options.queries);
  const progress = new Progress(`${collection.name}: questions`, questions.length);
  const answered: Answered[] = [];
  const type = options.typos ? createTypist(TYPO_SEED) : (text: string) => text;
  for (const { id, text } of questions) {
    const start = performance.now();
    const { results, degraded } = await quarry.query({
      query: type(text),
      spaceIds: spaceId,
      topK: 100,
      ...(options.mode && { mode: options.mode }),
    });
    const milliseconds = performance.now() - start;
    const ranking = [...new Set(results.map(({ document }) => documentId(document.filename)))];
    answered.push({ questionId: id, ranking, milliseconds, degraded: degraded !== undefined });
    progress.advance(1);
  }
  progress.end();
  return answered;
}
