import type { EvaluationRun } from "@quarry/sdk";
import { Icon } from "../components/icon.tsx";
import { integer, list, milliseconds, score, difference as withSign } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.evaluations;
const METRICS = ["ndcg", "recall", "mrr"] as const;
const percent = (share: number) => `${share * 100}%`;

/** The metrics of a run with their intervals, and what differs between two ways to search. */
export function RunFigures({ run }: { run: EvaluationRun }) {
  const { configurations, difference, missingDocuments } = run;
  return (
    <section className="figures" aria-label={words.runs}>
      {configurations.map((configuration) => (
        <div key={configuration.name} className="panel figures-of">
          <h2 dir="auto">{configuration.name}</h2>
          <dl>
            {METRICS.map((metric) => {
              const { value, low, high } = configuration[metric];
              return (
                <div key={metric} className="figure">
                  <dt title={words.metricHint[metric]}>{words.metric[metric]}</dt>
                  <dd>
                    <span className="figure-value number">{score(value)}</span>
                    <span className="interval" aria-hidden="true">
                      <span style={{ left: percent(low), right: percent(1 - high) }} />
                      <i style={{ left: percent(value) }} />
                    </span>
                    <span className="faint number">{words.interval(score(low), score(high))}</span>
                  </dd>
                </div>
              );
            })}
            <div className="figure">
              <dt>{words.latency}</dt>
              <dd className="number">{milliseconds(configuration.latencyP50Ms)}</dd>
            </div>
          </dl>
        </div>
      ))}
      {difference && (
        <p className="notice">
          <strong>{verdict(run)}</strong>{" "}
          <span className="number">
            {withSign(difference.ndcg.value)} {words.metric.ndcg} (
            {words.interval(withSign(difference.ndcg.low), withSign(difference.ndcg.high))}),{" "}
            {words.winsLosses(difference.wins, difference.ties, difference.losses)}
          </span>
        </p>
      )}
      {missingDocuments.length > 0 && (
        <p className="notice warn">
          <Icon name="alert" />
          <span>{words.missing(shortList(missingDocuments))}</span>
        </p>
      )}
    </section>
  );
}

function verdict({ configurations, difference }: EvaluationRun): string {
  const name = configurations[1]?.name ?? "";
  if (!difference || (difference.ndcg.low <= 0 && difference.ndcg.high >= 0)) return words.isOpen;
  return difference.ndcg.value > 0 ? words.isBetter(name) : words.isWorse(name);
}

function shortList(names: readonly string[]): string {
  const shown = list(names.slice(0, 10));
  return names.length > 10 ? `${shown} +${integer(names.length - 10)}` : shown;
}
