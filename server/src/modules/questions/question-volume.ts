import { invalidField } from "@quarry/core/internal";
import { LIMITS, type QuestionFigures, type QuestionVolumeResponse, type VolumeBucket } from "@quarry/schema";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { questions } from "../../platform/database/tables/question-tables.ts";
import { matching, type QuestionFilter } from "../../records/questions/question-rows.ts";

const BUCKET_MS: Readonly<Record<VolumeBucket, number>> = { hour: 3_600_000, day: 86_400_000 };
/** PostgreSQL has no year 0. */
const EARLIEST_MS = Date.parse("0001-01-01T00:00:00Z");
/** Buckets of a request without a start. */
const DEFAULT_BUCKETS: Readonly<Record<VolumeBucket, number>> = { hour: 48, day: 30 };

type Figures = {
  readonly bucket: number | null;
  readonly count: number;
  readonly unanswered: number;
  readonly p50: number | null;
  readonly p95: number | null;
};

/**
 * Counts an organization's questions and measures their duration in each bucket of a range.
 * @throws QuarryError `invalid_request` for an empty range or one of too many buckets.
 */
export async function measureVolume(
  db: Database,
  orgId: string,
  { spaceId, since, until }: QuestionFilter,
  bucket: VolumeBucket,
  now: Date,
): Promise<QuestionVolumeResponse> {
  const lengthMs = BUCKET_MS[bucket];
  const endMs = (until ?? now).getTime();
  const startMs = since?.getTime() ?? Math.max(EARLIEST_MS, endMs - DEFAULT_BUCKETS[bucket] * lengthMs);
  const first = Math.floor(startMs / lengthMs);
  const last = Math.ceil(endMs / lengthMs);
  if (startMs >= endMs) throw invalidField("/since", "must be before until, which is now by default");
  if (last - first > LIMITS.questionBucketsMax)
    throw invalidField("/since", `must be at most ${LIMITS.questionBucketsMax} buckets before until`);

  const where = matching(orgId, { spaceId, since: new Date(first * lengthMs), until: new Date(endMs) });
  const number = sql`floor(extract(epoch from ${questions.askedAt}) * 1000 / ${sql.raw(String(lengthMs))})`;
  const rows = await db.execute<Figures>(sql`
    select bucket::float8 as bucket, count(*)::int as count, count(*) filter (where not answered)::int as unanswered,
      percentile_disc(0.5) within group (order by duration_ms) as p50,
      percentile_disc(0.95) within group (order by duration_ms) as p95
    from (select ${number} as bucket, answered, duration_ms from ${questions} where ${where}) asked
    group by grouping sets ((bucket), ())`);
  const byBucket = new Map(rows.map((row) => [row.bucket, row]));
  return {
    bucket,
    buckets: Array.from({ length: last - first }, (_, at) => ({
      startsAt: new Date((first + at) * lengthMs).toISOString(),
      ...toFigures(byBucket.get(first + at)),
    })),
    total: toFigures(byBucket.get(null)),
  };
}

function toFigures(figures: Figures | undefined): QuestionFigures {
  if (!figures || figures.count === 0) return { count: 0, unanswered: 0, p50Ms: null, p95Ms: null };
  const { count, unanswered, p50: p50Ms, p95: p95Ms } = figures;
  return { count, unanswered, p50Ms, p95Ms };
}
