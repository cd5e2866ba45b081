import type { Admission } from "../platform/limits/admission.ts";
import type { QueryService } from "./query-service.ts";
import type { SmartQueryService } from "./route/smart-query-service.ts";

/** The services that answer callers' questions. */
export interface QuestionServices {
  readonly queries: QueryService;
  readonly smartQueries: SmartQueryService;
}

/** Wraps the services so that questions beyond an organization's share are refused. */
export function admitQuestions(
  { queries, smartQueries }: QuestionServices,
  admission: Admission,
): QuestionServices {
  return {
    queries: {
      query: (scope, ...rest) => admission.run(scope.orgId, () => queries.query(scope, ...rest)),
    },
    smartQueries: {
      smartQuery: (scope, ...rest) =>
        admission.run(scope.orgId, () => smartQueries.smartQuery(scope, ...rest)),
    },
  };
}
