import type { Clock } from "@quarry/core";
import { GOOD_SIMILARITY, LIMITS, type QueryBody, type QueryMode, type QueryResponse } from "@quarry/schema";
import type { Actor, Caller } from "../platform/access/caller.ts";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import type { QuestionServices } from "./admit-questions.ts";

/** A question that was answered. */
export interface AnsweredQuestion {
  readonly orgId: string;
  readonly actor: Actor;
  readonly askedAt: Date;
  readonly text: string;
  /** The spaces that were searched. */
  readonly spaceIds: readonly string[];
  readonly mode: QueryMode;
  readonly topK: number;
  readonly results: number;
  /** Similarity of the best passage; null without one. */
  readonly bestSimilarity: number | null;
  /** Whether a result was good enough. */
  readonly answered: boolean;
  readonly durationMs: number;
}

/** Receives the questions of callers. It neither waits nor throws. */
export interface QuestionRecorder {
  /** False when the organization is known to keep no questions. */
  isRecording(orgId: string): boolean;
  record(question: AnsweredQuestion): void;
}

/**
 * Wraps the services so that the recorder receives each answered question of a caller, with the time that the caller waited. A
 * smart query that only recommends spaces searches nothing and is not recorded, nor is a question to chosen documents.
 */
export function recordQuestions(
  { queries, smartQueries }: QuestionServices,
  { recorder, clock }: { readonly recorder: QuestionRecorder; readonly clock: Clock },
): QuestionServices {
  async function watch<Answer>(
    caller: Caller,
    body: Omit<QueryBody, "spaceIds">,
    ask: () => Promise<Answer>,
    read: (answer: Answer) => Found,
  ): Promise<Answer> {
    const askedAt = new Date(clock.now());
    const start = performance.now();
    const answer = await ask();
    const durationMs = performance.now() - start;
    const { orgId, actor } = caller;
    recorder.record({
      ...{ orgId, actor, askedAt, durationMs, text: body.query, mode: body.mode ?? "hybrid" },
      topK: body.topK ?? body.limit ?? LIMITS.topKDefault,
      ...qualityOf(read(answer)),
    });
    return answer;
  }

  return {
    queries: {
      query(scope, body, options) {
        const caller = callerOf(scope);
        // What chosen documents do not answer, the space may.
        if (!caller || body.documentIds || !recorder.isRecording(scope.orgId))
          return queries.query(scope, body, options);
        let spaceIds: readonly string[] = [];
        const onSpaces = (ids: readonly string[]) => {
          spaceIds = ids;
        };
        const ask = () => queries.query(scope, body, { ...options, onSpaces });
        return watch(caller, body, ask, (answer) => ({ ...answer, spaceIds }));
      },
    },
    smartQueries: {
      smartQuery(scope, body, options) {
        const caller = callerOf(scope);
        const ask = () => smartQueries.smartQuery(scope, body, options);
        if (!caller || !body.search || !recorder.isRecording(scope.orgId)) return ask();
        // `limit` is the number of spaces here.
        const { limit: _spaces, ...question } = body;
        return watch(caller, question, ask, ({ results = [], noResults, recommendations }) => ({
          ...{ results, noResults },
          spaceIds: recommendations.map(({ spaceId }) => spaceId),
        }));
      },
    },
  };
}

type Found = Pick<QueryResponse, "results"> & {
  readonly noResults?: QueryResponse["noResults"] | undefined;
  readonly spaceIds: readonly string[];
};

function qualityOf({ results, noResults, spaceIds }: Found) {
  const best = results[0]?.similarity ?? null;
  return {
    spaceIds,
    results: results.length,
    bestSimilarity: best ?? noResults?.bestSimilarity ?? null,
    answered: best !== null && best >= GOOD_SIMILARITY,
  };
}

/** The caller whose scope it is; undefined for a question of the service itself. */
function callerOf(scope: TenantScope): Caller | undefined {
  return "actor" in scope ? (scope as Caller) : undefined;
}
