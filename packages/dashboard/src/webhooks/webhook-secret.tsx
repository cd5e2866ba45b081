import { Secret } from "../components/secret.tsx";
import { text } from "../text/text.ts";

const words = text.webhooks;

/** A secret that was just made. It is shown once. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="form">
      <p>{words.secretHint}</p>
      <Secret value={secret} />
      <div className="form-actions">
        <button type="button" className="button primary" onClick={onClose}>
          {words.kept}
        </button>
      </div>
    </div>
  );
}
