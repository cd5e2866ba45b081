import { Segments } from "../components/segments.tsx";
import { FilterChoice } from "../filter/filter-choice.tsx";
import { integer, score } from "../text/format.ts";
import { text } from "../text/text.ts";
import type { QuestionSettings } from "./playground-search.ts";
import { Slider } from "./slider.tsx";

const words = text.playground;
/** The most results without a setting. */
export const DEFAULT_TOP_K = 10;

/** How a question is asked. Each change asks again. */
export function Settings(props: {
  settings: QuestionSettings;
  onChange: (changes: QuestionSettings) => void;
}) {
  const { settings, onChange } = props;
  return (
    <>
      <div className="setting">
        <span className="setting-label">{words.mode}</span>
        <Segments
          label={words.mode}
          value={settings.mode ?? "hybrid"}
          options={[
            ["hybrid", words.modes.hybrid],
            ["lexical", words.modes.lexical],
            ["vector", words.modes.vector],
          ]}
          onChange={(mode) => onChange({ mode: mode === "hybrid" ? undefined : mode })}
        />
      </div>
      <Slider
        {...{
          label: words.topK,
          min: 1,
          max: 50,
          step: 1,
          value: settings.topK ?? DEFAULT_TOP_K,
          shown: integer,
        }}
        onChange={(topK) => onChange({ topK: topK === DEFAULT_TOP_K ? undefined : topK })}
      />
      <Slider
        {...{
          label: words.threshold,
          min: 0,
          max: 1,
          step: 0.01,
          value: settings.threshold ?? 0,
          shown: score,
        }}
        onChange={(threshold) => onChange({ threshold: threshold || undefined })}
      />
      <FilterChoice filter={settings.filter} onChange={(filter) => onChange({ filter })} />
      <label className="choice">
        <input
          type="checkbox"
          checked={settings.rerank === true}
          onChange={(event) => onChange({ rerank: event.target.checked ? true : undefined })}
        />
        {words.rerank}
      </label>
    </>
  );
}
