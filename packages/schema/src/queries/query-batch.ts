import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { QueryResponse } from "./query.ts";
import { QueryBody } from "./query-body.ts";

/** Body of `POST /api/query/batch`. */
export const QueryBatchBody = Type.Object(
  {
    queries: Type.Array(QueryBody, {
      minItems: 1,
      maxItems: LIMITS.queryBatchMax,
      description: `1 to ${LIMITS.queryBatchMax} questions, each as in \`POST /api/query\`, with its own spaces and options.`,
    }),
  },
  { additionalProperties: false, description: "Several questions in one call." },
);
/** Static type of {@link QueryBatchBody}. */
export type QueryBatchBody = Static<typeof QueryBatchBody>;

/** Response of `POST /api/query/batch`. */
export const QueryBatchResponse = Type.Object(
  {
    answers: Type.Array(QueryResponse, {
      description: "One answer for each question, in the order of the questions.",
    }),
  },
  { description: "The answers to several questions." },
);
/** Static type of {@link QueryBatchResponse}. */
export type QueryBatchResponse = Static<typeof QueryBatchResponse>;
