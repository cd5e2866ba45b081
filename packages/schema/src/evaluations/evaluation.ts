import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, Timestamp } from "../primitives/text.ts";
import { QUERY_MODES } from "../queries/query-mode.ts";
import { VectorWeight } from "../spaces/ranking.ts";

const filename = Text({ minLength: 1, maxLength: LIMITS.filenameMaxChars });
const grade = Type.Number({
  minimum: 0,
  maximum: LIMITS.gradeMax,
  default: 1,
  description: "relevance of the document, from 0 (not relevant) to 10",
});

/** A golden query: a question and the documents of the space that answer it. */
export const EvaluationQuery = Type.Object({
  query: Type.String(),
  relevant: Type.Array(Type.Object({ filename: Type.String(), grade: Type.Number() })),
});
/** Static type of {@link EvaluationQuery}. */
export type EvaluationQuery = Static<typeof EvaluationQuery>;

const GoldenQuery = Type.Object(
  {
    query: Text({ minLength: 1, maxLength: LIMITS.queryMaxChars }),
    relevant: Type.Array(
      Type.Object({ filename, grade: Type.Optional(grade) }, { additionalProperties: false }),
      {
        minItems: 1,
        maxItems: LIMITS.evaluationRelevantMax,
        description: "1 to 100 documents, each once, at least one of them with a grade above 0",
      },
    ),
  },
  { additionalProperties: false },
);

const evaluationFields = {
  name: Text({ minLength: 1, maxLength: LIMITS.evaluationNameMaxChars }),
  queries: Type.Array(GoldenQuery, { minItems: 1, maxItems: LIMITS.evaluationQueriesMax }),
};

/** Body of `POST /api/spaces/:spaceId/evaluations`. */
export const CreateEvaluationBody = Type.Object(evaluationFields, { additionalProperties: false });
/** Static type of {@link CreateEvaluationBody}. */
export type CreateEvaluationBody = Static<typeof CreateEvaluationBody>;

/** Body of `PATCH /api/spaces/:spaceId/evaluations/:id`. `queries` is replaced as a whole. */
export const UpdateEvaluationBody = Type.Partial(CreateEvaluationBody, { additionalProperties: false });
/** Static type of {@link UpdateEvaluationBody}. */
export type UpdateEvaluationBody = Static<typeof UpdateEvaluationBody>;

const evaluationRecord = {
  id: Type.String(),
  spaceId: Type.String(),
  name: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** An evaluation: golden queries of a space. Its name is unique in the space. */
export const Evaluation = Type.Object({ ...evaluationRecord, queries: Type.Array(EvaluationQuery) });
/** Static type of {@link Evaluation}. */
export type Evaluation = Static<typeof Evaluation>;

/** Response with one evaluation. */
export const EvaluationResponse = Type.Object({ evaluation: Evaluation });
/** Static type of {@link EvaluationResponse}. */
export type EvaluationResponse = Static<typeof EvaluationResponse>;

/** A mean over all queries and its 95 % confidence interval. */
export const EstimateSchema = Type.Object(
  { value: Type.Number(), low: Type.Number(), high: Type.Number() },
  { description: "a mean and its 95 % bootstrap confidence interval" },
);

/** A configuration to evaluate. Its fields are query parameters. */
export const EvaluationConfiguration = Type.Object(
  {
    name: Type.Optional(Text({ minLength: 1, maxLength: 100 })),
    mode: Type.Optional(OneOf(QUERY_MODES)),
    vectorWeight: Type.Optional(VectorWeight),
    maxPerDocument: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.topKMax,
        description:
          "ranks the documents of the first k passages of a query with this maxPerDocument; default: ranks the k best documents",
      }),
    ),
    filter: Type.Optional(MetadataSchema),
    metadata: Type.Optional(MetadataSchema),
  },
  { additionalProperties: false },
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
        description: "one configuration, or two to compare; default: a query without options",
      }),
    ),
    k: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.topKMax,
        default: 10,
        description: "number of ranks to evaluate",
      }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link RunEvaluationBody}. */
export type RunEvaluationBody = Static<typeof RunEvaluationBody>;

/** The metrics of one configuration. */
export const ConfigurationFigures = Type.Object({
  name: Type.String(),
  mode: OneOf(QUERY_MODES),
  vectorWeight: Type.Union([Type.Number(), Type.Null()], {
    description: "of the configuration, otherwise of the space; null: the embedder's default",
  }),
  maxPerDocument: Type.Union([Type.Integer(), Type.Null()]),
  filter: Type.Union([MetadataSchema, Type.Null()]),
  metadata: Type.Union([MetadataSchema, Type.Null()]),
  ndcg: EstimateSchema,
  recall: EstimateSchema,
  mrr: EstimateSchema,
  latencyP50Ms: Type.Number({
    description: "median time of a query, without embedding its text",
  }),
  degraded: Type.Integer({ description: "number of queries that ran without some of the vectors" }),
});
/** Static type of {@link ConfigurationFigures}. */
export type ConfigurationFigures = Static<typeof ConfigurationFigures>;

/** The difference between the second configuration and the first, paired by query. */
export const ConfigurationDifference = Type.Object({
  ndcg: EstimateSchema,
  wins: Type.Integer({ description: "number of queries with a better result in the second configuration" }),
  ties: Type.Integer(),
  losses: Type.Integer(),
});
/** Static type of {@link ConfigurationDifference}. */
export type ConfigurationDifference = Static<typeof ConfigurationDifference>;

/** The metrics of a run. */
export const EvaluationFigures = Type.Object({
  k: Type.Integer(),
  queryCount: Type.Integer(),
  configurations: Type.Array(ConfigurationFigures),
  difference: Type.Union([ConfigurationDifference, Type.Null()], {
    description: "the second configuration minus the first; null if there is only one",
  }),
  missingDocuments: Type.Array(Type.String(), {
    description: "filenames in the golden queries without a completed document in the space",
  }),
});
/** Static type of {@link EvaluationFigures}. */
export type EvaluationFigures = Static<typeof EvaluationFigures>;

/** The result of one query, with an entry in `results` for each configuration. */
export const EvaluationQueryResult = Type.Object({
  query: Type.String(),
  results: Type.Array(
    Type.Object({
      ndcg: Type.Number(),
      missed: Type.Array(Type.String(), { description: "relevant filenames that are not among the first k" }),
    }),
  ),
});
/** Static type of {@link EvaluationQueryResult}. */
export type EvaluationQueryResult = Static<typeof EvaluationQueryResult>;

const runRecord = { id: Type.String(), evaluationId: Type.String(), createdAt: Timestamp };

/** A run in a list: without its queries. */
export const EvaluationRunSummary = Type.Object({ ...runRecord, ...EvaluationFigures.properties });
/** Static type of {@link EvaluationRunSummary}. */
export type EvaluationRunSummary = Static<typeof EvaluationRunSummary>;

/** A run of an evaluation, with the result of each query. */
export const EvaluationRun = Type.Object({
  ...EvaluationRunSummary.properties,
  queries: Type.Array(EvaluationQueryResult),
});
/** Static type of {@link EvaluationRun}. */
export type EvaluationRun = Static<typeof EvaluationRun>;

/** Response with one run. */
export const EvaluationRunResponse = Type.Object({ run: EvaluationRun });
/** Static type of {@link EvaluationRunResponse}. */
export type EvaluationRunResponse = Static<typeof EvaluationRunResponse>;

/** Response of `GET /api/spaces/:spaceId/evaluations/:id/runs`, newest first. */
export const EvaluationRunPage = Page(EvaluationRunSummary);
/** Static type of {@link EvaluationRunPage}. */
export type EvaluationRunPage = Static<typeof EvaluationRunPage>;

/** An evaluation in a list: without its queries, with its latest run. */
export const EvaluationSummary = Type.Object({
  ...evaluationRecord,
  queryCount: Type.Integer(),
  latestRun: Type.Union([EvaluationRunSummary, Type.Null()]),
});
/** Static type of {@link EvaluationSummary}. */
export type EvaluationSummary = Static<typeof EvaluationSummary>;

/** Response of `GET /api/spaces/:spaceId/evaluations`, newest first. */
export const EvaluationPage = Page(EvaluationSummary);
/** Static type of {@link EvaluationPage}. */
export type EvaluationPage = Static<typeof EvaluationPage>;

/** Query parameters of the lists of evaluations and of runs. */
export const ListEvaluationsParameters = Type.Object({
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListEvaluationsParameters}. */
export type ListEvaluationsParameters = Static<typeof ListEvaluationsParameters>;

/** Body of `POST /api/spaces/:spaceId/evaluations/:id/fit`. */
export const FitEvaluationBody = Type.Object(
  {
    apply: Type.Optional(Type.Boolean({ description: "sets the weight on the space if it is recommended" })),
  },
  { additionalProperties: false },
);
/** Static type of {@link FitEvaluationBody}. */
export type FitEvaluationBody = Static<typeof FitEvaluationBody>;

/** The vector weight that works best for the golden queries. Metrics are nDCG@10 over documents. */
export const FitResponse = Type.Object({
  vectorWeight: Type.Number({ description: "the best weight; the current one if none is better" }),
  current: Type.Number({ description: "the space's weight, or the embedder's default" }),
  recommended: Type.Boolean({
    description: "whether the best weight also beats the current one on held-out queries",
  }),
  applied: Type.Boolean(),
  queryCount: Type.Integer({ description: "number of queries with a relevant document in the space" }),
  curve: Type.Array(Type.Object({ vectorWeight: Type.Number(), ndcg: Type.Number() })),
  heldOut: Type.Object(
    { ndcg: Type.Number(), currentNdcg: Type.Number(), difference: EstimateSchema },
    { description: "metrics over held-out queries: each query is evaluated with a weight chosen without it" },
  ),
});
/** Static type of {@link FitResponse}. */
export type FitResponse = Static<typeof FitResponse>;
