import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { Place } from "../components/place.tsx";
import { Loading, Problem } from "../components/states.tsx";
import { list } from "../text/format.ts";
import { text } from "../text/text.ts";
import { type Alone, aloneQuery } from "./alone-query.ts";
import { Highlighted } from "./highlighted.tsx";
import { placeParts } from "./place-parts.ts";
import { WhyNotReason } from "./why-not-reason.tsx";
import { type Case, reasonAtOnce, reasonsOf } from "./why-not-reasons.ts";
import { WhyNotScores } from "./why-not-scores.tsx";

/** Says why a document is not among the results of a question, or where it stands. */
export function WhyNotVerdict({ q, name, ...found }: Case & { q: string; name: string | undefined }) {
  const { document, settings, results } = found;
  const { quarry } = useMe();
  const atOnce = reasonAtOnce(found);
  const alone = useQuery({ ...aloneQuery(quarry, document, q, settings), enabled: atOnce === undefined });
  const asked = atOnce ? undefined : alone.data;
  const reasons = atOnce ? [atOnce] : asked ? reasonsOf(found, asked) : [];
  const best = atOnce?.kind === "found" ? results[atOnce.place - 1] : asked?.best;
  const last = results.at(-1);
  return (
    <div className="verdict">
      {name && <h4>{name}</h4>}
      <div aria-live="polite">
        {reasons.map((reason) => (
          <WhyNotReason key={reason.kind} reason={reason} metadata={document.metadata} />
        ))}
      </div>
      {!atOnce && alone.isError && <Problem error={alone.error} onRetry={() => void alone.refetch()} />}
      {!atOnce && alone.isPending && <Loading rows={1} />}
      {best && (
        <WhyNotScores
          best={best}
          modelScore={asked ? asked.modelScore : (best.scores.rerank ?? undefined)}
          last={last && last !== best ? { result: last, place: results.length } : undefined}
        />
      )}
      {asked?.best && <BestPassage best={asked.best} />}
    </div>
  );
}

/** The passage of a document that comes closest to the question. */
function BestPassage({ best }: { best: NonNullable<Alone["best"]> }) {
  const { chunk, highlights = [], explanation } = best;
  const missing = explanation?.missing ?? [];
  return (
    <div className="best-passage">
      <Place parts={placeParts(best)} />
      <p className="result-text" dir="auto">
        <Highlighted content={chunk.content} places={highlights} />
      </p>
      {missing.length > 0 && <p className="faint">{text.playground.missing(list(missing))}</p>}
    </div>
  );
}
