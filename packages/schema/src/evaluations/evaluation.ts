import { type Static, Type } from "@sinclair/typebox";
import { changesOf } from "../primitives/changes.ts";
import { described, Nullable } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, TimestampOf } from "../primitives/text.ts";
import { EvaluationRunSummary } from "./evaluation-run.ts";

const grade = Type.Number({
  minimum: 0,
  maximum: LIMITS.gradeMax,
  default: 1,
  description: `Relevance of the document, from 0 (not relevant) to ${LIMITS.gradeMax}. Default: 1.`,
});

/** A golden query: a question and the documents of the space that answer it. */
export const EvaluationQuery = Type.Object(
  {
    query: Type.String({ description: "The question." }),
    relevant: Type.Array(
      Type.Object(
        {
          filename: Type.String({ description: "Filename of a document in the space." }),
          grade: Type.Number({
            description: `Relevance of the document, from 0 (not relevant) to ${LIMITS.gradeMax}.`,
          }),
        },
        { description: "A document and its relevance." },
      ),
      { description: "The documents that answer the question." },
    ),
  },
  { description: "A golden query: a question and the documents that answer it." },
);
/** Static type of {@link EvaluationQuery}. */
export type EvaluationQuery = Static<typeof EvaluationQuery>;

const GoldenQuery = Type.Object(
  {
    query: Text({
      minLength: 1,
      maxLength: LIMITS.queryMaxChars,
      description: `The question, 1 to ${LIMITS.queryMaxChars} characters.`,
    }),
    relevant: Type.Array(
      Type.Object(
        {
          filename: Text({
            minLength: 1,
            maxLength: LIMITS.filenameMaxChars,
            description: `Filename of a document, 1 to ${LIMITS.filenameMaxChars} characters. It need not exist yet.`,
          }),
          grade: Type.Optional(grade),
        },
        { additionalProperties: false, description: "A document and its relevance." },
      ),
      {
        minItems: 1,
        maxItems: LIMITS.evaluationRelevantMax,
        description: `1 to ${LIMITS.evaluationRelevantMax} documents, each once, at least one of them with a grade above 0.`,
      },
    ),
  },
  {
    additionalProperties: false,
    description: "A golden query: a question and the documents that answer it.",
  },
);

const evaluationFields = {
  name: Text({
    minLength: 1,
    maxLength: LIMITS.evaluationNameMaxChars,
    description: `Name, unique in the space, 1 to ${LIMITS.evaluationNameMaxChars} characters.`,
  }),
  queries: Type.Array(GoldenQuery, {
    minItems: 1,
    maxItems: LIMITS.evaluationQueriesMax,
    description: `The golden queries, 1 to ${LIMITS.evaluationQueriesMax}.`,
  }),
};

/** Body of `POST /api/spaces/:spaceId/evaluations`. */
export const CreateEvaluationBody = Type.Object(evaluationFields, {
  additionalProperties: false,
  description: "A new evaluation.",
});
/** Static type of {@link CreateEvaluationBody}. */
export type CreateEvaluationBody = Static<typeof CreateEvaluationBody>;

/** Body of `PATCH /api/spaces/:spaceId/evaluations/:id`. `queries` is replaced as a whole. */
export const UpdateEvaluationBody = Type.Object(changesOf(evaluationFields), {
  additionalProperties: false,
  description: "The fields to change. `queries` replaces all golden queries.",
});
/** Static type of {@link UpdateEvaluationBody}. */
export type UpdateEvaluationBody = Static<typeof UpdateEvaluationBody>;

const evaluationRecord = {
  id: Type.String({ description: "Id of the evaluation." }),
  spaceId: Type.String({ description: "Id of the space." }),
  name: Type.String({ description: "Name, unique in the space." }),
  createdAt: TimestampOf("When the evaluation was created."),
  updatedAt: TimestampOf("When its name or queries last changed."),
};

/** An evaluation: golden queries of a space. Its name is unique in the space. */
export const Evaluation = Type.Object(
  {
    ...evaluationRecord,
    queries: Type.Array(EvaluationQuery, { description: "The golden queries." }),
  },
  { description: "An evaluation: golden queries of a space." },
);
/** Static type of {@link Evaluation}. */
export type Evaluation = Static<typeof Evaluation>;

/** Response with one evaluation. */
export const EvaluationResponse = Type.Object(
  { evaluation: described(Evaluation, "The evaluation after the call.") },
  { description: "One evaluation." },
);
/** Static type of {@link EvaluationResponse}. */
export type EvaluationResponse = Static<typeof EvaluationResponse>;

/** An evaluation in a list: without its queries, with its latest run. */
export const EvaluationSummary = Type.Object(
  {
    ...evaluationRecord,
    queryCount: Type.Integer({ description: "Number of golden queries." }),
    latestRun: Nullable(EvaluationRunSummary, "The latest run; null before the first one."),
  },
  { description: "An evaluation in a list: without its queries, with its latest run." },
);
/** Static type of {@link EvaluationSummary}. */
export type EvaluationSummary = Static<typeof EvaluationSummary>;

/** Response of `GET /api/spaces/:spaceId/evaluations`, newest first. */
export const EvaluationPage = Page(EvaluationSummary, "One page of evaluations, newest first.");
/** Static type of {@link EvaluationPage}. */
export type EvaluationPage = Static<typeof EvaluationPage>;

/** Query parameters of the lists of evaluations and of runs. */
export const ListEvaluationsParameters = Type.Object({
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListEvaluationsParameters}. */
export type ListEvaluationsParameters = Static<typeof ListEvaluationsParameters>;
