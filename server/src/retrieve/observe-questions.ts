import { createTimings, type StageObserver, type Timings } from "../platform/timings.ts";
import type { QuestionServices } from "./admit-questions.ts";

/** Wraps the services so that the observer receives the steps of each question that was answered. */
export function observeQuestions(
  { queries, smartQueries }: QuestionServices,
  observe: StageObserver | undefined,
): QuestionServices {
  if (!observe) return { queries, smartQueries };

  async function watch<Answer>(timings: Timings, answering: Promise<Answer>): Promise<Answer> {
    const answer = await answering;
    for (const stage of timings.stages()) observe?.(stage);
    return answer;
  }

  return {
    queries: {
      query(scope, body, options = {}) {
        const timings = options.timings ?? createTimings();
        return watch(timings, queries.query(scope, body, { ...options, timings }));
      },
    },
    smartQueries: {
      smartQuery(scope, body, options = {}) {
        const timings = options.timings ?? createTimings();
        return watch(timings, smartQueries.smartQuery(scope, body, { ...options, timings }));
      },
    },
  };
}
