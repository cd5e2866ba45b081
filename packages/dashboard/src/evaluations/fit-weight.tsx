import type { EvaluationName } from "@quarry/sdk";
import { useMutation } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { FormError } from "../components/states.tsx";
import { difference, score } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.evaluations;
/** The fewest golden queries from which the server fits a weight. */
const QUERIES_MIN = 20;

/** Finds the weight of the search by meaning that suits the golden queries, and sets it on the space. */
export function FitWeight({ name, queryCount }: { name: EvaluationName; queryCount: number }) {
  const { quarry } = useMe();
  const fitting = useMutation({
    mutationFn: (apply: boolean) => quarry.evaluations.fit({ ...name, apply }),
  });
  const found = fitting.data;
  return (
    <section className="section">
      <div className="section-head">
        <h2>{words.fitTitle}</h2>
        <button
          type="button"
          className="button small"
          disabled={queryCount < QUERIES_MIN || fitting.isPending}
          onClick={() => fitting.mutate(false)}
        >
          {fitting.isPending ? words.running : words.fit}
        </button>
      </div>
      {queryCount < QUERIES_MIN && <p className="faint">{words.fitNeeds(QUERIES_MIN)}</p>}
      <FormError error={fitting.error} />
      {found && (
        <div className="panel fit">
          <p className="number">
            {words.fitCurrent} {score(found.current)} · {words.fitBest} {score(found.vectorWeight)}
          </p>
          <ol className="fit-curve" aria-hidden="true">
            {found.curve.map(({ vectorWeight, ndcg }) => (
              <li key={vectorWeight} title={`${score(vectorWeight)}: ${score(ndcg)}`}>
                <span
                  className={vectorWeight === found.vectorWeight ? "best" : undefined}
                  style={{ height: `${ndcg * 100}%` }}
                />
              </li>
            ))}
          </ol>
          <p>
            {found.recommended ? words.fitHeldOut(difference(found.heldOut.difference.value)) : words.fitKeep}
          </p>
          {found.applied && <p role="status">{words.fitApplied}</p>}
          {found.recommended && !found.applied && (
            <button
              type="button"
              className="button primary"
              disabled={fitting.isPending}
              onClick={() => fitting.mutate(true)}
            >
              {words.fitApply}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
