import { useId } from "react";

/** A choice of a few values, as radio buttons in a row. */
export function Segments<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  // Not the label: of radio buttons with one name in a form, only one is chosen.
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, shown]) => (
        <label key={option} className="segment">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{shown}</span>
        </label>
      ))}
    </fieldset>
  );
}
