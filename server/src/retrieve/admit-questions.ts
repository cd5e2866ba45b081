import type { Admission } from "../platform/limits/admission.ts";
import { within } from "../platform/limits/deadline.ts";
import type { QueryService } from "./query-service.ts";
import type { SmartQueryService } from "./route/smart-query-service.ts";

/** The services that answer callers' questions. */
export interface QuestionServices {
  readonly queries: QueryService;
  readonly smartQueries: SmartQueryService;
}

/**
 * Wraps the services so that questions beyond an organization's share, and questions that take too long, are refused. A question
 * that took too long counts until it ends.
 */
export function admitQuestions(
  { queries, smartQueries }: QuestionServices,
  admission: Admission,
  timeoutMs: number,
): QuestionServices {
  return {
    queries: {
      query: (scope, body, options) =>
        within(
          timeoutMs,
          admission.run(scope.orgId, () => queries.query(scope, body, options), options?.hasLeft),
        ),
    },
    smartQueries: {
      smartQuery: (scope, body, options) =>
        within(
          timeoutMs,
          admission.run(scope.orgId, () => smartQueries.smartQuery(scope, body, options), options?.hasLeft),
        ),
    },
  };
}
