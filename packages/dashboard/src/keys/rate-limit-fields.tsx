import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { Field } from "../components/field.tsx";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";
import { usageQuery } from "../usage/usage-query.ts";
import { mostCalls, WINDOWS, windowWords } from "./rate-limit.ts";

const words = text.keys;
const MINUTE = 60;

/** The fields of a key's own limit of calls, within what the tier of the organization allows. */
export function RateLimitFields() {
  const { quarry } = useMe();
  const usage = useQuery(usageQuery(quarry));
  const limits = usage.data?.requests ?? [];
  const [chosen, setChosen] = useState(MINUTE);
  const offered = WINDOWS.filter(([seconds]) => mostCalls(limits, seconds) > 0);
  const seconds = offered.find(([window]) => window === chosen)?.[0] ?? offered[0]?.[0] ?? chosen;
  const most = mostCalls(limits, seconds);
  const bound = words.callsBound(integer(most), windowWords(seconds));
  return (
    <>
      <Field label={words.calls} hint={limits.length === 0 ? words.callsHint : bound}>
        {(control) => <input {...control} name="calls" type="number" min={1} max={most} step={1} />}
      </Field>
      <Field label={words.window}>
        {(control) => (
          <select
            {...control}
            name="window"
            value={seconds}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {offered.map(([window, label]) => (
              <option key={window} value={window}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
