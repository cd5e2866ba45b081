import { text } from "../text/text.ts";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

/** A value to copy. */
export function Secret({ value, label }: { value: string; label?: string }) {
  return (
    <div className="secret">
      <code>{value}</code>
      <button
        type="button"
        className="button small"
        aria-label={label === undefined ? undefined : `${text.action.copy}: ${label}`}
        onClick={() => void copyText(value)}
      >
        <Icon name="copy" size={16} />
        {text.action.copy}
      </button>
    </div>
  );
}
