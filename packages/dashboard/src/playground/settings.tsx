import type { Space } from "@quarry/sdk";
import { useEffect, useId, useState } from "react";
import { Segments } from "../components/segments.tsx";
import { integer, score } from "../text/format.ts";
import { text } from "../text/text.ts";
import { FilterChoice } from "./filter-choice.tsx";
import { chosenSpaces, type PlaygroundSearch } from "./playground-search.ts";
import { SpaceChoice } from "./space-choice.tsx";

const words = text.playground;
const DEFAULT_TOP_K = 10;
const SETTLE_MS = 250;

/** The settings of a question. Each change asks again. */
export function Settings(props: {
  search: PlaygroundSearch;
  spaces: readonly Space[];
  onChange: (changes: PlaygroundSearch) => void;
}) {
  const { search, spaces, onChange } = props;
  return (
    <div className="settings">
      <SpaceChoice
        spaces={spaces}
        chosen={chosenSpaces(search)}
        onChange={(chosen) => onChange({ spaces: chosen.join(",") || undefined })}
      />
      <div className="setting">
        <span className="setting-label">{words.mode}</span>
        <Segments
          label={words.mode}
          value={search.mode ?? "hybrid"}
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
          value: search.topK ?? DEFAULT_TOP_K,
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
          value: search.threshold ?? 0,
          shown: score,
        }}
        onChange={(threshold) => onChange({ threshold: threshold || undefined })}
      />
      <FilterChoice filter={search.filter} onChange={(filter) => onChange({ filter })} />
      <label className="choice">
        <input
          type="checkbox"
          checked={search.rerank === true}
          onChange={(event) => onChange({ rerank: event.target.checked ? true : undefined })}
        />
        {words.rerank}
      </label>
    </div>
  );
}

/** A slider that reports its value when it has come to rest. */
function Slider(props: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  shown: (value: number) => string;
  onChange: (value: number) => void;
}) {
  const { label, value, shown, onChange, ...range } = props;
  const id = useId();
  const [current, setCurrent] = useState(value);
  useEffect(() => setCurrent(value), [value]);
  useEffect(() => {
    if (current === value) return;
    const settling = setTimeout(() => onChange(current), SETTLE_MS);
    return () => clearTimeout(settling);
  }, [current, value, onChange]);
  return (
    <div className="setting">
      <label className="setting-label" htmlFor={id}>
        {label} <output className="number">{shown(current)}</output>
      </label>
      <input
        {...range}
        id={id}
        type="range"
        value={current}
        onChange={(event) => setCurrent(event.target.valueAsNumber)}
      />
    </div>
  );
}
