import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";
import { MetadataSchema } from "./metadata.ts";
import { OneOf } from "./one-of.ts";
import { Page, pageParameters } from "./page.ts";
import { QUERY_MODES } from "./query-mode.ts";
import { VectorWeight } from "./ranking.ts";
import { Text, Timestamp } from "./text.ts";

const filename = Text({ minLength: 1, maxLength: LIMITS.filenameMaxChars });
const grade = Type.Number({
  minimum: 0,
  maximum: LIMITS.gradeMax,
  default: 1,
  description: "how well the document answers the question: 0 not at all, up to 10",
});

/** A golden query: a question with the documents of the space that answer it. */
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

/** Body of `PATCH /api/spaces/:spaceId/evaluations/:id`; `queries` takes the place of all old ones. */
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

/** Golden queries of a space, under a name that is unique in it. */
export const Evaluation = Type.Object({ ...evaluationRecord, queries: Type.Array(EvaluationQuery) });
/** Static type of {@link Evaluation}. */
export type Evaluation = Static<typeof Evaluation>;

/** Answer that wraps one evaluation. */
export const EvaluationResponse = Type.Object({ evaluation: Evaluation });
/** Static type of {@link EvaluationResponse}. */
export type EvaluationResponse = Static<typeof EvaluationResponse>;

/** A mean over all queries with its 95 % confidence interval. */
export const EstimateSchema = Type.Object(
  { value: Type.Number(), low: Type.Number(), high: Type.Number() },
  { description: "a mean with its 95 % confidence interval, by the bootstrap" },
);

/** A way to answer that is to be evaluated; its fields are those of a query. */
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
          "ranks the documents of the k passages that a query with this maxPerDocument answers; left out: the k best documents",
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
        description: "one, or two that are compared; left out: a query as it is without options",
      }),
    ),
    k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LIMITS.topKMax, default: 10, description: "ranks that count" }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link RunEvaluationBody}. */
export type RunEvaluationBody = Static<typeof RunEvaluationBody>;

/** How well one configuration answered. */
export const ConfigurationFigures = Type.Object({
  name: Type.String(),
  mode: OneOf(QUERY_MODES),
  vectorWeight: Type.Union([Type.Number(), Type.Null()], {
    description: "as the configuration or else the space has it; null: what suits the embedder",
  }),
  maxPerDocument: Type.Union([Type.Integer(), Type.Null()]),
  filter: Type.Union([MetadataSchema, Type.Null()]),
  metadata: Type.Union([MetadataSchema, Type.Null()]),
  ndcg: EstimateSchema,
  recall: EstimateSchema,
  mrr: EstimateSchema,
  latencyP50Ms: Type.Number({
    description: "median time of a query, without the embedding of its question",
  }),
  degraded: Type.Integer({ description: "queries that were answered without some of the vectors" }),
});
/** Static type of {@link ConfigurationFigures}. */
export type ConfigurationFigures = Static<typeof ConfigurationFigures>;

/** How the second configuration differs from the first, query by query. */
export const ConfigurationDifference = Type.Object({
  ndcg: EstimateSchema,
  wins: Type.Integer({ description: "queries that the second configuration answers better" }),
  ties: Type.Integer(),
  losses: Type.Integer(),
});
/** Static type of {@link ConfigurationDifference}. */
export type ConfigurationDifference = Static<typeof ConfigurationDifference>;

/** The figures of a run. */
export const EvaluationFigures = Type.Object({
  k: Type.Integer(),
  queryCount: Type.Integer(),
  configurations: Type.Array(ConfigurationFigures),
  difference: Type.Union([ConfigurationDifference, Type.Null()], {
    description: "the second configuration less the first; null when there is one",
  }),
  missingDocuments: Type.Array(Type.String(), {
    description: "judged filenames of which the space holds no completed document",
  }),
});
/** Static type of {@link EvaluationFigures}. */
export type EvaluationFigures = Static<typeof EvaluationFigures>;

/** How one query was answered: an entry of `results` for each configuration. */
export const EvaluationQueryResult = Type.Object({
  query: Type.String(),
  results: Type.Array(
    Type.Object({
      ndcg: Type.Number(),
      missed: Type.Array(Type.String(), { description: "relevant filenames that are not in the first k" }),
    }),
  ),
});
/** Static type of {@link EvaluationQueryResult}. */
export type EvaluationQueryResult = Static<typeof EvaluationQueryResult>;

const runRecord = { id: Type.String(), evaluationId: Type.String(), createdAt: Timestamp };

/** A run without its queries, as lists show it. */
export const EvaluationRunSummary = Type.Object({ ...runRecord, ...EvaluationFigures.properties });
/** Static type of {@link EvaluationRunSummary}. */
export type EvaluationRunSummary = Static<typeof EvaluationRunSummary>;

/** All queries of an evaluation, answered. */
export const EvaluationRun = Type.Object({
  ...EvaluationRunSummary.properties,
  queries: Type.Array(EvaluationQueryResult),
});
/** Static type of {@link EvaluationRun}. */
export type EvaluationRun = Static<typeof EvaluationRun>;

/** Answer that wraps one run. */
export const EvaluationRunResponse = Type.Object({ run: EvaluationRun });
/** Static type of {@link EvaluationRunResponse}. */
export type EvaluationRunResponse = Static<typeof EvaluationRunResponse>;

/** Answer of `GET /api/spaces/:spaceId/evaluations/:id/runs`, the newest first. */
export const EvaluationRunPage = Page(EvaluationRunSummary);
/** Static type of {@link EvaluationRunPage}. */
export type EvaluationRunPage = Static<typeof EvaluationRunPage>;

/** An evaluation as lists show it: without its queries, with its latest run. */
export const EvaluationSummary = Type.Object({
  ...evaluationRecord,
  queryCount: Type.Integer(),
  latestRun: Type.Union([EvaluationRunSummary, Type.Null()]),
});
/** Static type of {@link EvaluationSummary}. */
export type EvaluationSummary = Static<typeof EvaluationSummary>;

/** Answer of `GET /api/spaces/:spaceId/evaluations`, the newest first. */
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
    apply: Type.Optional(
      Type.Boolean({ description: "true gives the space the weight, if it is recommended" }),
    ),
  },
  { additionalProperties: false },
);
/** Static type of {@link FitEvaluationBody}. */
export type FitEvaluationBody = Static<typeof FitEvaluationBody>;

/** Which share of vectors suits the judged queries best. Figures are nDCG@10 over documents. */
export const FitResponse = Type.Object({
  vectorWeight: Type.Number({ description: "the best one; the current one where none is better" }),
  current: Type.Number({ description: "the space's own, or what suits the embedder" }),
  recommended: Type.Boolean({
    description: "true when it is better than the current one, also on queries that were held out",
  }),
  applied: Type.Boolean(),
  queryCount: Type.Integer({ description: "queries of which the space holds a relevant document" }),
  curve: Type.Array(Type.Object({ vectorWeight: Type.Number(), ndcg: Type.Number() })),
  heldOut: Type.Object(
    { ndcg: Type.Number(), currentNdcg: Type.Number(), difference: EstimateSchema },
    { description: "over queries that were left out when the weight was chosen that they are asked with" },
  ),
});
/** Static type of {@link FitResponse}. */
export type FitResponse = Static<typeof FitResponse>;
