import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { QueryInteger } from "../primitives/page.ts";
import { TimestampOf } from "../primitives/text.ts";
import { questionFilter } from "./asked-question.ts";

/** Query parameters of `GET /api/questions/unanswered`. */
export const UnansweredQuestionsParameters = Type.Object({
  ...questionFilter,
  limit: QueryInteger({
    minimum: 1,
    maximum: LIMITS.questionGroupsMax,
    default: LIMITS.questionGroupsDefault,
    description: `Largest number of groups, 1 to ${LIMITS.questionGroupsMax}. Default: ${LIMITS.questionGroupsDefault}.`,
  }),
});
/** Static type of {@link UnansweredQuestionsParameters}. */
export type UnansweredQuestionsParameters = Static<typeof UnansweredQuestionsParameters>;

/** Questions without a good answer that are like each other. */
export const QuestionGroup = Type.Object(
  {
    question: Type.String({ description: "The wording that was asked most often, of these the latest." }),
    others: Type.Array(Type.String({ description: "Another wording." }), {
      description: `Up to ${LIMITS.questionWordingsShown} other wordings, the most frequent first.`,
    }),
    count: Type.Integer({ description: "Number of questions in the group." }),
    lastAskedAt: TimestampOf("When one of them was last asked."),
    bestSimilarity: Nullable(
      Type.Number({ minimum: 0, maximum: 1 }),
      "The best similarity that one of them reached, 0 to 1; null if none found a passage.",
    ),
    spaceIds: Type.Array(Type.String({ description: "Id of a space." }), {
      description: "The spaces that they searched, most often searched first, at most 100.",
    }),
  },
  { description: "Questions that share most of their words, and found no good answer." },
);
/** Static type of {@link QuestionGroup}. */
export type QuestionGroup = Static<typeof QuestionGroup>;

/** Response of `GET /api/questions/unanswered`. */
export const UnansweredQuestionsResponse = Type.Object(
  {
    groups: Type.Array(QuestionGroup, { description: "The groups, largest first." }),
    totalGroups: Type.Integer({ description: "Number of groups, also of those beyond `limit`." }),
    questions: Type.Integer({
      description: `Number of questions that were grouped: the newest ones with a text, at most ${LIMITS.questionsGroupedMax}.`,
    }),
  },
  { description: "Questions without a good answer, in groups." },
);
/** Static type of {@link UnansweredQuestionsResponse}. */
export type UnansweredQuestionsResponse = Static<typeof UnansweredQuestionsResponse>;
