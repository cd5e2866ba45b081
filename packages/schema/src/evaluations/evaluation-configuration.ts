import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { QUERY_MODES } from "../queries/query-mode.ts";
import { VectorWeight } from "../spaces/ranking.ts";

/** A configuration to evaluate. Its fields are query parameters. */
export const EvaluationConfiguration = Type.Object(
  {
    name: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 100,
        description: "Name in the figures, 1 to 100 characters. Default: made from the other fields.",
      }),
    ),
    mode: Type.Optional(
      OneOf(QUERY_MODES, {
        description: "Mode of the queries: by words and meaning, by meaning, or by words. Default: hybrid.",
      }),
    ),
    vectorWeight: Type.Optional(
      described(
        VectorWeight,
        "Weight of vector search, 0 to 1, only with mode hybrid. Default: the weight of the space.",
      ),
    ),
    maxPerDocument: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.topKMax,
        description: `Ranks the documents of the first k passages of a query with this \`maxPerDocument\`, 1 to ${LIMITS.topKMax}. Default: ranks the k best documents.`,
      }),
    ),
    filter: Type.Optional(described(MetadataSchema, "`filter` of the queries. Default: none.")),
    metadata: Type.Optional(described(MetadataSchema, "`metadata` of the queries. Default: none.")),
  },
  { additionalProperties: false, description: "Options of a query to evaluate." },
);
/** Static type of {@link EvaluationConfiguration}. */
export type EvaluationConfiguration = Static<typeof EvaluationConfiguration>;

/** Body of `POST /api/spaces/:spaceId/evaluations/:id/runs`. */
export const RunEvaluationBody = Type.Object(
  {
    configurations: Type.Optional(
      Type.Array(EvaluationConfiguration, {
        minItems: 1,
        maxItems: 2,
        description: "One configuration, or two to compare. Default: a query without options.",
      }),
    ),
    k: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.topKMax,
        default: 10,
        description: `Number of ranks to evaluate, 1 to ${LIMITS.topKMax}. Default: 10.`,
      }),
    ),
  },
  { additionalProperties: false, description: "How to run the golden queries." },
);
/** Static type of {@link RunEvaluationBody}. */
export type RunEvaluationBody = Static<typeof RunEvaluationBody>;
