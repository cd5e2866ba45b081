import type { EvaluationConfiguration, QueryMode } from "@quarry/sdk";
import { useState } from "react";
import { Icon } from "../components/icon.tsx";
import { Segments } from "../components/segments.tsx";
import { text } from "../text/text.ts";

const words = text.evaluations;
const MODES = ["hybrid", "lexical", "vector"] as const satisfies readonly QueryMode[];
type Compared = QueryMode | "none";

/** Starts a run of one way to search, or a comparison of two. */
export function RunForm(props: {
  isRunning: boolean;
  onRun: (configurations: EvaluationConfiguration[]) => void;
}) {
  const { isRunning, onRun } = props;
  const [mode, setMode] = useState<QueryMode>("hybrid");
  const [compared, setCompared] = useState<Compared>("none");
  const configuration = (of: QueryMode) => ({ name: words.configurations[of], mode: of });
  return (
    <form
      className="panel run-form"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(compared === "none" ? [configuration(mode)] : [configuration(mode), configuration(compared)]);
      }}
    >
      <div className="setting">
        <span className="setting-label">{text.playground.mode}</span>
        <Segments
          label={text.playground.mode}
          value={mode}
          options={MODES.map((each) => [each, text.playground.modes[each]])}
          onChange={(chosen) => {
            setMode(chosen);
            if (chosen === compared) setCompared("none");
          }}
        />
      </div>
      <div className="setting">
        <label className="setting-label" htmlFor="compared">
          {words.compare}
        </label>
        <select
          id="compared"
          value={compared}
          onChange={(event) => setCompared(event.target.value as Compared)}
        >
          <option value="none">{words.compareNone}</option>
          {MODES.filter((each) => each !== mode).map((each) => (
            <option key={each} value={each}>
              {text.playground.modes[each]}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button primary" disabled={isRunning}>
        <Icon name="play" />
        {isRunning ? words.running : words.run}
      </button>
    </form>
  );
}
