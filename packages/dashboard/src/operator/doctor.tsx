import type { DoctorResponse } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";

const words = text.operator;

/** Examines the stored data, and repairs it. */
export function Doctor() {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const examining = useMutation({
    mutationFn: (repair: boolean) => quarry.operator.examine({ repair }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["operator"] }),
  });
  return (
    <section className="section" aria-label={words.doctor}>
      <h2>{words.doctor}</h2>
      <p className="faint">{words.doctorHint}</p>
      <div className="state-actions doctor-actions">
        <button
          type="button"
          className="button"
          disabled={examining.isPending}
          onClick={() => examining.mutate(false)}
        >
          <Icon name="search" />
          {examining.isPending ? words.examining : words.examine}
        </button>
        <button
          type="button"
          className="button"
          disabled={examining.isPending}
          onClick={() => examining.mutate(true)}
        >
          <Icon name="check" />
          {words.repair}
        </button>
      </div>
      <FormError error={examining.error} />
      {examining.data && <Findings found={examining.data} />}
    </section>
  );
}

function Findings({ found: { isGood, total, findings } }: { found: DoctorResponse }) {
  return (
    <div role="status">
      <p className="row-name">{total === 0 ? words.good : words.bad(total)}</p>
      <ul className="rows">
        {findings.map(({ orgId, subject, problem, isRepaired }) => (
          <li key={`${subject} ${problem}`} className="row">
            <Icon name={isRepaired ? "check" : "alert"} size={20} />
            <p className="row-main" dir="auto">
              {subject} {problem} <span className="faint">{orgId}</span>
            </p>
            <p className="row-facts">
              <span className={isRepaired ? "faint" : "badge warn"}>
                {isRepaired ? words.repaired : words.found}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {!isGood && findings.length < total && <p className="faint">{words.shown(findings.length, total)}</p>}
    </div>
  );
}
