import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page } from "../primitives/page.ts";
import { TimestampOf } from "../primitives/text.ts";
import { QUERY_MODES } from "../queries/query-mode.ts";
import { estimateOf } from "./estimate.ts";

/** The metrics of one configuration. */
export const ConfigurationFigures = Type.Object(
  {
    name: Type.String({ description: "Name of the configuration." }),
    mode: OneOf(QUERY_MODES, { description: "Mode of the queries." }),
    vectorWeight: Nullable(
      Type.Number(),
      "Weight of vector search, 0 to 1: of the configuration, otherwise of the space; null: the embedding model's default.",
    ),
    maxPerDocument: Nullable(Type.Integer(), "The configuration's `maxPerDocument`; null if it has none."),
    filter: Nullable(MetadataSchema, "The configuration's `filter`; null if it has none."),
    metadata: Nullable(MetadataSchema, "The configuration's `metadata`; null if it has none."),
    ndcg: estimateOf("nDCG at k, 0 to 1: how high the relevant documents rank, by grade."),
    recall: estimateOf("Recall at k, 0 to 1: the part of the relevant documents among the first k."),
    mrr: estimateOf("Mean reciprocal rank, 0 to 1: 1 divided by the rank of the first relevant document."),
    latencyP50Ms: Type.Number({
      description: "Median time of a query in milliseconds, without embedding its text.",
    }),
    degraded: Type.Integer({ description: "Number of queries that ran without some of the vectors." }),
  },
  { description: "The metrics of one configuration." },
);
/** Static type of {@link ConfigurationFigures}. */
export type ConfigurationFigures = Static<typeof ConfigurationFigures>;

/** The difference between the second configuration and the first, paired by query. */
export const ConfigurationDifference = Type.Object(
  {
    ndcg: estimateOf("Difference of nDCG, -1 to 1; above 0 the second configuration is better."),
    wins: Type.Integer({
      description: "Number of queries with a better result in the second configuration.",
    }),
    ties: Type.Integer({ description: "Number of queries with an equal result." }),
    losses: Type.Integer({
      description: "Number of queries with a worse result in the second configuration.",
    }),
  },
  { description: "The second configuration minus the first, paired by query." },
);
/** Static type of {@link ConfigurationDifference}. */
export type ConfigurationDifference = Static<typeof ConfigurationDifference>;

/** The metrics of a run. */
export const EvaluationFigures = Type.Object(
  {
    k: Type.Integer({ description: "Number of ranks that were evaluated." }),
    queryCount: Type.Integer({ description: "Number of golden queries." }),
    configurations: Type.Array(ConfigurationFigures, {
      description: "The metrics of each configuration, in the order of the request.",
    }),
    difference: Nullable(
      ConfigurationDifference,
      "The second configuration minus the first; null if there is only one.",
    ),
    missingDocuments: Type.Array(Type.String({ description: "A filename." }), {
      description: "Filenames in the golden queries without a completed document in the space.",
    }),
  },
  { description: "The metrics of a run." },
);
/** Static type of {@link EvaluationFigures}. */
export type EvaluationFigures = Static<typeof EvaluationFigures>;

/** The result of one query, with an entry in `results` for each configuration. */
export const EvaluationQueryResult = Type.Object(
  {
    query: Type.String({ description: "The question." }),
    results: Type.Array(
      Type.Object(
        {
          ndcg: Type.Number({ description: "nDCG at k of this query, 0 to 1." }),
          missed: Type.Array(Type.String({ description: "A filename." }), {
            description: "Relevant filenames that are not among the first k.",
          }),
        },
        { description: "The result with one configuration." },
      ),
      { description: "One result for each configuration, in the order of the request." },
    ),
  },
  { description: "The result of one golden query." },
);
/** Static type of {@link EvaluationQueryResult}. */
export type EvaluationQueryResult = Static<typeof EvaluationQueryResult>;

const runRecord = {
  id: Type.String({ description: "Id of the run." }),
  evaluationId: Type.String({ description: "Id of the evaluation." }),
  createdAt: TimestampOf("When the run was stored, at its end."),
};

/** A run in a list: without its queries. */
export const EvaluationRunSummary = Type.Object(
  { ...runRecord, ...EvaluationFigures.properties },
  { description: "A run of an evaluation, without the result of each query." },
);
/** Static type of {@link EvaluationRunSummary}. */
export type EvaluationRunSummary = Static<typeof EvaluationRunSummary>;

/** A run of an evaluation, with the result of each query. */
export const EvaluationRun = Type.Object(
  {
    ...EvaluationRunSummary.properties,
    queries: Type.Array(EvaluationQueryResult, { description: "The result of each golden query." }),
  },
  { description: "A run of an evaluation, with the result of each query." },
);
/** Static type of {@link EvaluationRun}. */
export type EvaluationRun = Static<typeof EvaluationRun>;

/** Response with one run. */
export const EvaluationRunResponse = Type.Object(
  { run: described(EvaluationRun, "The run.") },
  { description: "One run of an evaluation." },
);
/** Static type of {@link EvaluationRunResponse}. */
export type EvaluationRunResponse = Static<typeof EvaluationRunResponse>;

/** Response of `GET /api/spaces/:spaceId/evaluations/:id/runs`, newest first. */
export const EvaluationRunPage = Page(EvaluationRunSummary, "One page of runs, newest first.");
/** Static type of {@link EvaluationRunPage}. */
export type EvaluationRunPage = Static<typeof EvaluationRunPage>;
