import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { OneOf } from "../primitives/one-of.ts";
import { TimestampOf } from "../primitives/text.ts";
import { questionFilter } from "./asked-question.ts";

/** The lengths of a bucket. */
export const VOLUME_BUCKETS = ["hour", "day"] as const;
/** One of the lengths. */
export type VolumeBucket = (typeof VOLUME_BUCKETS)[number];

/** Query parameters of `GET /api/questions/volume`. */
export const QuestionVolumeParameters = Type.Object({
  spaceId: questionFilter.spaceId,
  since: Type.Optional(
    described(
      questionFilter.since,
      "Start of the first bucket, an ISO 8601 date-time with its zone, rounded down to a whole bucket. Default: 30 days before `until`, or 48 hours with `bucket=hour`.",
    ),
  ),
  until: Type.Optional(
    described(
      questionFilter.until,
      "End of the last bucket, an ISO 8601 date-time with its zone. Default: now.",
    ),
  ),
  bucket: Type.Optional(
    OneOf(VOLUME_BUCKETS, {
      description: `Length of a bucket, in UTC. At most ${LIMITS.questionBucketsMax} buckets. Default: day.`,
    }),
  ),
});
/** Static type of {@link QuestionVolumeParameters}. */
export type QuestionVolumeParameters = Static<typeof QuestionVolumeParameters>;

const figures = {
  count: Type.Integer({ description: "Number of questions." }),
  unanswered: Type.Integer({ description: "Number of questions without a good answer." }),
  p50Ms: Nullable(
    Type.Number(),
    "Half of the answers took at most this many milliseconds; null without questions.",
  ),
  p95Ms: Nullable(
    Type.Number(),
    "95 of 100 answers took at most this many milliseconds; null without questions.",
  ),
};

/** The questions of a stretch of time. */
export const QuestionFigures = Type.Object(figures, {
  description: "The number of questions, and how long the answers took.",
});
/** Static type of {@link QuestionFigures}. */
export type QuestionFigures = Static<typeof QuestionFigures>;

/** The questions of one bucket. */
export const QuestionBucket = Type.Object(
  { startsAt: TimestampOf("When the bucket starts."), ...figures },
  { description: "The questions of one hour or day." },
);
/** Static type of {@link QuestionBucket}. */
export type QuestionBucket = Static<typeof QuestionBucket>;

/** Response of `GET /api/questions/volume`. */
export const QuestionVolumeResponse = Type.Object(
  {
    bucket: OneOf(VOLUME_BUCKETS, { description: "Length of a bucket." }),
    buckets: Type.Array(QuestionBucket, {
      description: "All buckets in order, also those without questions.",
    }),
    total: described(QuestionFigures, "The same figures of all buckets together."),
  },
  { description: "How many questions were asked over time, and how long the answers took." },
);
/** Static type of {@link QuestionVolumeResponse}. */
export type QuestionVolumeResponse = Static<typeof QuestionVolumeResponse>;
