import type { Admission } from "../platform/limits/admission.ts";
import { within } from "../platform/limits/deadline.ts";
import type { QueryOptions, QueryService } from "./query-service.ts";
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
  const admitted = <Result>(orgId: string, signal: QueryOptions["signal"], run: () => Promise<Result>) =>
    within(timeoutMs, admission.run(orgId, run, signal && (() => signal().aborted)));
  return {
    queries: {
      query: (scope, body, options) =>
        admitted(scope.orgId, options?.signal, () => queries.query(scope, body, options)),
    },
    smartQueries: {
      smartQuery: (scope, body, options) =>
        admitted(scope.orgId, options?.signal, () => smartQueries.smartQuery(scope, body, options)),
    },
  };
}
