import { bucketName, CHART, heightOf } from "../components/chart-scale.ts";
import { text } from "../text/text.ts";

const words = text.usage;

/** A figure of each day as bars. Days without the figure have no bar. */
export function DayChart(props: {
  name: string;
  days: readonly { readonly day: string; readonly value: number | null }[];
  shown: (value: number) => string;
}) {
  const { name, days, shown } = props;
  const { width, height, pad } = CHART;
  const step = width / days.length;
  const largest = Math.max(...days.map(({ value }) => value ?? 0));
  const summary = words.plotSummary(shown(days.at(-1)?.value ?? 0), shown(largest));
  return (
    <figure className="panel plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${name}: ${summary}`}>
        {days.map(({ day, value }, at) => {
          if (value === null) return null;
          const top = heightOf(value, largest);
          return (
            <rect
              key={day}
              className="plot-bar"
              x={(at + 0.1) * step}
              width={step * 0.8}
              y={top}
              height={height - pad - top}
            >
              <title>{`${bucketName(day, "day")}: ${shown(value)}`}</title>
            </rect>
          );
        })}
        <line className="plot-grid" x1={0} x2={width} y1={height - pad} y2={height - pad} />
      </svg>
      <figcaption className="faint">
        <span>{name}</span>
        <span className="number">{summary}</span>
      </figcaption>
    </figure>
  );
}
