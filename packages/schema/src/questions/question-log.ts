import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Timestamp } from "../primitives/text.ts";

/** What the log of questions keeps. */
export const QUESTION_RECORDINGS = ["off", "without_texts", "on"] as const;

/** How much of each question the log keeps. */
export const QuestionRecording = OneOf(QUESTION_RECORDINGS, {
  description:
    "What the log of questions keeps. `off`: nothing. `without_texts`: time, spaces, results, duration and caller, but not what was asked. `on`: also the text.",
});
/** Static type of {@link QuestionRecording}. */
export type QuestionRecording = (typeof QUESTION_RECORDINGS)[number];

const KEEP_DAYS = `How long a question is kept, in days, 1 to ${LIMITS.questionKeepMaxDays}. Default: ${LIMITS.questionKeepDefaultDays}.`;

/** The settings of an organization's log of questions. */
export const QuestionLogSettings = Type.Object(
  {
    recording: described(
      QuestionRecording,
      "What the log keeps of each question: `off` nothing, `without_texts` all but what was asked, `on` also the text. `off` until it is changed.",
    ),
    keepDays: Type.Integer({ description: KEEP_DAYS }),
    dropped: Type.Integer({
      description:
        "Number of questions that are missing in the log since `changedAt`, because too many came at once or the database did not answer. They were answered all the same.",
    }),
    changedAt: Nullable(
      Timestamp,
      "When `recording` last changed; null before the first change. ISO 8601, in UTC with milliseconds.",
    ),
  },
  { description: "What an organization's log of questions keeps, and for how long." },
);
/** Static type of {@link QuestionLogSettings}. */
export type QuestionLogSettings = Static<typeof QuestionLogSettings>;

/** Body of `PATCH /api/questions/settings`. */
export const UpdateQuestionLogBody = Type.Object(
  {
    recording: Type.Optional(
      described(
        QuestionRecording,
        "What the log keeps from now on. `off` deletes the whole log, `without_texts` deletes the texts in it. Default: unchanged.",
      ),
    ),
    keepDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.questionKeepMaxDays,
        description: `How long a question is kept, in days, 1 to ${LIMITS.questionKeepMaxDays}. Older ones are deleted within ten minutes. Default: unchanged.`,
      }),
    ),
  },
  { additionalProperties: false, description: "The settings to change." },
);
/** Static type of {@link UpdateQuestionLogBody}. */
export type UpdateQuestionLogBody = Static<typeof UpdateQuestionLogBody>;

/** Response with the settings of the log. */
export const QuestionLogSettingsResponse = Type.Object(
  { settings: described(QuestionLogSettings, "The settings after the call.") },
  { description: "The settings of the log of questions." },
);
/** Static type of {@link QuestionLogSettingsResponse}. */
export type QuestionLogSettingsResponse = Static<typeof QuestionLogSettingsResponse>;

/** Response of `DELETE /api/questions`. */
export const DeletedQuestionsResponse = Type.Object(
  { deleted: Type.Integer({ description: "Number of questions that were deleted." }) },
  { description: "How many questions were deleted." },
);
/** Static type of {@link DeletedQuestionsResponse}. */
export type DeletedQuestionsResponse = Static<typeof DeletedQuestionsResponse>;
