import type { Ref } from "react";
import { Icon } from "./icon.tsx";

/** A field that filters a list as one types. */
export function SearchField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const { label, value, onChange, ref } = props;
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
