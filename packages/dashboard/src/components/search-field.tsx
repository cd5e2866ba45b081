import { Icon } from "./icon.tsx";

/** A field that filters a list as one types. */
export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props;
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
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
