import { QuarryError } from "@quarry/core";
import type { QueryBatchBody, QueryBatchResponse } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import type { QueryService } from "./query-service.ts";

/**
 * Answers several questions. Each counts as one question of the organization. They run side by side. The first failure
 * fails all, and questions that have not started by then never start.
 * @param caller Aborted when the caller has left.
 * @throws QuarryError of the first question that fails, with its number.
 */
export async function queryBatch(
  queries: QueryService,
  scope: TenantScope,
  { queries: questions }: QueryBatchBody,
  caller: () => AbortSignal,
): Promise<QueryBatchResponse> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([caller(), failure.signal]);
  const answers = await Promise.all(
    questions.map(async (question, at) => {
      try {
        return await queries.query(scope, question, { signal: () => stopped });
      } catch (error) {
        failure.abort();
        throw ofQuestion(error, at);
      }
    }),
  );
  return { answers };
}

/** The error with the number of its question. Errors that do not depend on the question stay as they are. */
function ofQuestion(error: unknown, at: number): unknown {
  if (!QuarryError.isInstance(error) || error.retryable) return error;
  const details = error.details?.map(({ path, message }) => ({ path: `/queries/${at}${path}`, message }));
  return new QuarryError(error.code, `Question ${at + 1}: ${error.message}`, {
    ...(details ? { details } : {}),
    cause: error,
  });
}
