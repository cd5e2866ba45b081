import type { CreatedApiKey } from "@quarry/sdk";
import { copyText } from "../components/copy-text.ts";
import { Icon } from "../components/icon.tsx";
import { text } from "../text/text.ts";

const words = text.keys;

/** A key that was just made. It is shown once. */
export function NewKey({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const example = `curl ${location.origin}/api/spaces -H "Authorization: Bearer ${created.key}"`;
  return (
    <div className="form">
      <p>{words.shownOnce}</p>
      <div className="secret">
        <code>{created.key}</code>
        <button type="button" className="button small" onClick={() => void copyText(created.key)}>
          <Icon name="copy" size={16} />
          {text.action.copy}
        </button>
      </div>
      <p className="faint">{words.tryIt}</p>
      <div className="secret">
        <code>{example}</code>
        <button
          type="button"
          className="button small square"
          aria-label={words.copyExample}
          onClick={() => void copyText(example)}
        >
          <Icon name="copy" size={16} />
        </button>
      </div>
      <div className="form-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {words.kept}
        </button>
      </div>
    </div>
  );
}
