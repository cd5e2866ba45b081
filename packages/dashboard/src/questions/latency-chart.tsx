import type { QuestionBucket, QuestionFigures, VolumeBucket } from "@quarry/sdk";
import { bucketName, CHART, heightOf } from "../components/chart-scale.ts";
import { milliseconds } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.questions;
const shown = (ms: number | null) => (ms === null ? words.noTime : milliseconds(ms));

/** How long half and 95 % of the answers took in each bucket, as lines. Buckets without questions are skipped. */
export function LatencyChart(props: {
  buckets: readonly QuestionBucket[];
  length: VolumeBucket;
  total: QuestionFigures;
}) {
  const { buckets, length, total } = props;
  const { width, height, pad } = CHART;
  const step = width / buckets.length;
  const points = buckets.flatMap(({ startsAt, p50Ms, p95Ms }, at) =>
    p50Ms === null || p95Ms === null ? [] : [{ startsAt, p50Ms, p95Ms, x: (at + 0.5) * step }],
  );
  const largest = Math.max(...points.map(({ p95Ms }) => p95Ms));
  const line = (value: (point: (typeof points)[number]) => number) =>
    points.map((point) => `${point.x},${heightOf(value(point), largest)}`).join(" ");
  const summary = words.latencySummary(shown(total.p50Ms), shown(total.p95Ms));
  return (
    <figure className="panel plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${words.latency}: ${summary}`}>
        <polyline className="plot-line chart-p95" points={line(({ p95Ms }) => p95Ms)} />
        <polyline className="plot-line" points={line(({ p50Ms }) => p50Ms)} />
        {points.map(({ startsAt, p50Ms, p95Ms, x }) => (
          <g key={startsAt}>
            <title>{`${bucketName(startsAt, length)}: ${words.latencySummary(shown(p50Ms), shown(p95Ms))}`}</title>
            <circle className="plot-point chart-p95" cx={x} cy={heightOf(p95Ms, largest)} r={3} />
            <circle className="plot-point" cx={x} cy={heightOf(p50Ms, largest)} r={3} />
          </g>
        ))}
        <line className="plot-grid" x1={0} x2={width} y1={height - pad} y2={height - pad} />
      </svg>
      <figcaption className="faint">
        <span className="chart-key answered">{words.p50}</span>
        <span className="chart-key p95">{words.p95}</span>
        <span className="number">{words.largest(shown(largest))}</span>
      </figcaption>
    </figure>
  );
}
