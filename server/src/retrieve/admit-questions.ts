import { withStoppableStatements } from "../platform/database/stoppable-statements.ts";
import type { Admission } from "../platform/limits/admission.ts";
import { CALLER_LEFT } from "../platform/limits/caller-left.ts";
import { within } from "../platform/limits/deadline.ts";
import { isDatabaseAway } from "../platform/log/database-errors.ts";
import type { QueryOptions, QueryService } from "./query-service.ts";
import { createQuestionStop } from "./question-stop.ts";
import type { SmartQueryService } from "./route/smart-query-service.ts";

/** The services that answer callers' questions. */
export interface QuestionServices {
  readonly queries: QueryService;
  readonly smartQueries: SmartQueryService;
}

/**
 * Wraps the services so that questions beyond an organization's share, and questions that take too long, are refused. The
 * statements of a question end when its caller leaves or its time is over; it counts until it has ended.
 */
export function admitQuestions(
  { queries, smartQueries }: QuestionServices,
  admission: Admission,
  timeoutMs: number,
): QuestionServices {
  function admitted<Result>(
    orgId: string,
    options: QueryOptions = {},
    answer: (options: QueryOptions) => Promise<Result>,
  ): Promise<Result> {
    const { signal: caller } = options;
    const stop = createQuestionStop(caller);
    const { signal } = stop;
    const work = async () => {
      try {
        return await withStoppableStatements(signal, () => answer({ ...options, signal }));
      } catch (error) {
        throw caller?.().aborted && isDatabaseAway(error) ? CALLER_LEFT : error;
      } finally {
        stop.end();
      }
    };
    return within(timeoutMs, admission.run(orgId, work, caller && (() => caller().aborted)), {
      stop: stop.now,
    });
  }

  return {
    queries: {
      query: (scope, body, options) =>
        admitted(scope.orgId, options, (stoppable) => queries.query(scope, body, stoppable)),
    },
    smartQueries: {
      smartQuery: (scope, body, options) =>
        admitted(scope.orgId, options, (stoppable) => smartQueries.smartQuery(scope, body, stoppable)),
    },
  };
}
