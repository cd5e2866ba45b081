import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../primitives/described.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters, QueryBoolean } from "../primitives/page.ts";
import { Text, TimestampOf } from "../primitives/text.ts";
import { QUERY_MODES } from "../queries/query-mode.ts";

/** The least similarity of the best passage of a question that counts as answered. */
export const GOOD_SIMILARITY = 0.2;

/** Query parameters that select questions of the log. */
export const questionFilter = {
  spaceId: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 200,
      description: "Id or slug of a space: only questions that searched it. Default: all.",
    }),
  ),
  since: Type.Optional(
    Text({
      maxLength: 64,
      description: "Only questions since this time, an ISO 8601 date-time with its zone. Default: all.",
    }),
  ),
  until: Type.Optional(
    Text({
      maxLength: 64,
      description: "Only questions before this time, an ISO 8601 date-time with its zone. Default: all.",
    }),
  ),
};

/** A question that was asked, as the log keeps it. */
export const AskedQuestion = Type.Object(
  {
    id: Type.String({ description: "Id of the entry." }),
    askedAt: TimestampOf("When it was asked."),
    text: Nullable(Type.String(), "What was asked; null if the log does not keep texts."),
    spaceIds: Type.Array(Type.String({ description: "Id of a space." }), {
      description:
        "The spaces that were searched. A smart query searches the recommended ones; empty if it recommended none.",
    }),
    mode: OneOf(QUERY_MODES, { description: "How it was searched." }),
    topK: Type.Integer({ description: "Largest number of results that the caller wanted." }),
    results: Type.Integer({ description: "Number of results." }),
    bestSimilarity: Nullable(
      Type.Number({ minimum: 0, maximum: 1 }),
      "Similarity of the best passage, 0 to 1, also if `threshold` excluded it; null if none was found.",
    ),
    answered: Type.Boolean({
      description: `Whether it found a good answer: a result with a similarity of at least ${GOOD_SIMILARITY}.`,
    }),
    durationMs: Type.Number({ description: "Time until the answer, in milliseconds." }),
    caller: Type.Object(
      {
        kind: OneOf(["key", "person"], {
          description: "Who asked: an API key, or a person who is signed in or uses an assistant.",
        }),
        id: Type.String({ description: "Id of the key or person." }),
        name: Nullable(
          Type.String(),
          "The key's name or the person's e-mail address; null if the key was deleted, or the person left the organization, since.",
        ),
      },
      { description: "Who asked." },
    ),
  },
  { description: "A question that was asked, with how well it was answered." },
);
/** Static type of {@link AskedQuestion}. */
export type AskedQuestion = Static<typeof AskedQuestion>;

/** Query parameters of `GET /api/questions`. */
export const ListQuestionsParameters = Type.Object({
  ...questionFilter,
  unanswered: QueryBoolean(
    "True returns only questions without a good answer. Default: false.",
    "true or false; true returns only questions without a good answer",
  ),
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListQuestionsParameters}. */
export type ListQuestionsParameters = Static<typeof ListQuestionsParameters>;

/** Response of `GET /api/questions`. */
export const AskedQuestionPage = Page(AskedQuestion, "One page of the log of questions, newest first.");
/** Static type of {@link AskedQuestionPage}. */
export type AskedQuestionPage = Static<typeof AskedQuestionPage>;
