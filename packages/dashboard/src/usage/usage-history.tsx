import type { UsageDay } from "@quarry/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { bucketName } from "../components/chart-scale.ts";
import { Loading, Problem } from "../components/states.tsx";
import { integer, size } from "../text/format.ts";
import { text } from "../text/text.ts";
import { DayChart } from "./day-chart.tsx";
import { usageHistoryQuery } from "./usage-query.ts";

const words = text.usage;
const FIGURES = [
  { name: words.callsOfDay, of: ({ calls }: UsageDay) => calls, shown: integer },
  { name: words.storage, of: ({ storageBytes }: UsageDay) => storageBytes, shown: size },
  { name: words.documents, of: ({ documents }: UsageDay) => documents, shown: integer },
];

/** Calls, stored bytes and documents of the last days, as plots and as a table. */
export function UsageHistory() {
  const { quarry } = useMe();
  const history = useQuery(usageHistoryQuery(quarry));

  function content() {
    if (history.isPending) return <Loading rows={3} />;
    if (!history.data) return <Problem error={history.error} onRetry={() => void history.refetch()} />;
    const days = history.data;
    return (
      <>
        <div className="figures">
          {FIGURES.map(({ name, of, shown }) => (
            <DayChart
              key={name}
              name={name}
              days={days.map((day) => ({ day: day.day, value: of(day) }))}
              shown={shown}
            />
          ))}
        </div>
        <details className="usage-days">
          <summary>{words.asTable}</summary>
          <DayTable days={days} />
        </details>
      </>
    );
  }

  return (
    <section className="section">
      <h2>{words.overTime}</h2>
      <p className="faint">{words.overTimeHint}</p>
      {content()}
    </section>
  );
}

/** The latest day is at the top. Days from before the first figure are left out. */
function DayTable({ days }: { days: readonly UsageDay[] }) {
  const first = days.findIndex(({ calls, documents }) => calls > 0 || documents !== null);
  return (
    <table className="small-table number">
      <caption className="visually-hidden">{words.overTime}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {FIGURES.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days
          .slice(first)
          .toReversed()
          .map((day) => (
            <tr key={day.day}>
              <th scope="row">{bucketName(day.day, "day")}</th>
              {FIGURES.map(({ name, of, shown }) => {
                const value = of(day);
                return <td key={name}>{value === null ? words.notRecorded : shown(value)}</td>;
              })}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
