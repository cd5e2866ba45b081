/** A choice of a few values, as radio buttons in a row. */
export function Segments<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, name]) => (
        <label key={option} className="segment">
          <input
            type="radio"
            className="visually-hidden"
            name={label}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
