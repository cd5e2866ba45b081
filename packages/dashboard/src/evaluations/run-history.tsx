import type { EvaluationName, EvaluationRunSummary } from "@quarry/sdk";
import { useMutation } from "@tanstack/react-query";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { showToast } from "../components/toasts.tsx";
import { ago, moment, score } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.evaluations;
const [WIDTH, HEIGHT, PAD] = [640, 120, 8];

/** The last runs as a plot and as a list, each with its report. */
export function RunHistory(props: { name: EvaluationName; runs: readonly EvaluationRunSummary[] }) {
  const { name, runs } = props;
  return (
    <details className="section run-history">
      <summary>
        <h2>{words.runs}</h2>
      </summary>
      {runs.length > 1 && <Plot runs={runs.toReversed()} />}
      <ul className="rows">
        {runs.map((run) => (
          <RunRow key={run.id} name={name} run={run} />
        ))}
      </ul>
    </details>
  );
}

function Plot({ runs }: { runs: readonly EvaluationRunSummary[] }) {
  const y = (value: number) => PAD + (1 - value) * (HEIGHT - 2 * PAD);
  const points = runs.flatMap((run, at) => {
    const ndcg = run.configurations[0]?.ndcg;
    const x = PAD + (at / (runs.length - 1)) * (WIDTH - 2 * PAD);
    return ndcg ? [{ id: run.id, x, ndcg }] : [];
  });
  return (
    <figure className="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.overTime}>
        {[0, 0.5, 1].map((value) => (
          <line key={value} className="plot-grid" x1={0} x2={WIDTH} y1={y(value)} y2={y(value)} />
        ))}
        <polyline
          className="plot-line"
          points={points.map(({ x, ndcg }) => `${x},${y(ndcg.value)}`).join(" ")}
        />
        {points.map(({ id, x, ndcg }) => (
          <g key={id}>
            <line className="plot-interval" x1={x} x2={x} y1={y(ndcg.low)} y2={y(ndcg.high)} />
            <circle className="plot-point" cx={x} cy={y(ndcg.value)} r={3.5} />
          </g>
        ))}
      </svg>
      <figcaption className="faint">{words.overTime}</figcaption>
    </figure>
  );
}

function RunRow({ name, run }: { name: EvaluationName; run: EvaluationRunSummary }) {
  const { quarry } = useMe();
  const reporting = useMutation({
    mutationFn: () => quarry.evaluations.report({ ...name, runId: run.id }),
    onSuccess: (html) => saveFile(`evaluation-${run.id}.html`, html),
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <li className="row">
      <div className="row-main">
        <p className="row-name" dir="auto">
          {run.configurations.map((each) => each.name).join(" · ")}
        </p>
        <p className="faint number">
          {run.configurations.map(({ ndcg }) => `${words.metric.ndcg} ${score(ndcg.value)}`).join(" · ")}
        </p>
      </div>
      <div className="row-facts">
        <time className="faint" dateTime={run.createdAt} title={moment(run.createdAt)}>
          {ago(run.createdAt)}
        </time>
      </div>
      <button
        type="button"
        className="button small"
        aria-label={`${words.report}: ${moment(run.createdAt)}`}
        onClick={() => reporting.mutate()}
      >
        <Icon name="file-text" size={16} />
        {words.report}
      </button>
    </li>
  );
}

/** Saves a text as a file. */
function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
