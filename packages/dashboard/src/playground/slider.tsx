import { useEffect, useId, useState } from "react";

const SETTLE_MS = 250;

/** A slider that reports its value when it has come to rest. */
export function Slider(props: {
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
