import type { QuestionBucket, QuestionFigures, VolumeBucket } from "@quarry/sdk";
import { bucketName, CHART, heightOf } from "../components/chart-scale.ts";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.questions;

/** The number of questions of each bucket as bars; the part without a good answer is at the bottom, in another color. */
export function VolumeChart(props: {
  buckets: readonly QuestionBucket[];
  length: VolumeBucket;
  total: QuestionFigures;
}) {
  const { buckets, length, total } = props;
  const { width, height, pad } = CHART;
  const largest = Math.max(...buckets.map(({ count }) => count));
  const step = width / buckets.length;
  const summary = words.volumeSummary(integer(total.count), integer(total.unanswered));
  return (
    <figure className="panel plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${words.volume}: ${summary}`}>
        {buckets.map(({ startsAt, count, unanswered }, at) => {
          const [top, middle] = [heightOf(count, largest), heightOf(unanswered, largest)];
          const bar = { x: at * step + step * 0.1, width: step * 0.8 };
          return (
            <g key={startsAt}>
              <title>{words.bucket(bucketName(startsAt, length), integer(count), integer(unanswered))}</title>
              <rect className="chart-answered" {...bar} y={top} height={middle - top} />
              <rect className="chart-unanswered" {...bar} y={middle} height={height - pad - middle} />
            </g>
          );
        })}
        <line className="plot-grid" x1={0} x2={width} y1={height - pad} y2={height - pad} />
      </svg>
      <figcaption className="faint">
        <span className="chart-key answered">{words.answered}</span>
        <span className="chart-key unanswered">{words.unansweredPart}</span>
        <span className="number">{words.largest(integer(largest))}</span>
      </figcaption>
    </figure>
  );
}
