import type { Document } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { Icon } from "../components/icon.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";

const words = text.document;
type Values = Document["metadata"];

/** What is known about a document besides its text, with a dialog to change it. */
export function Metadata({ document }: { document: Document }) {
  const { may } = useMe();
  const [isEditing, setEditing] = useState(false);
  const entries = Object.entries(document.metadata);
  if (entries.length === 0 && !may("documents:write")) return null;
  return (
    <details className="metadata">
      <summary>
        {words.metadata} <span className="faint number">{words.fields(entries.length)}</span>
      </summary>
      {entries.length > 0 && (
        <dl>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {may("documents:write") && (
        <button type="button" className="button small" onClick={() => setEditing(true)}>
          <Icon name="file-text" size={16} />
          {words.editMetadata}
        </button>
      )}
      {isEditing && <MetadataForm document={document} onClose={() => setEditing(false)} />}
    </details>
  );
}

function MetadataForm({ document, onClose }: { document: Document; onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const saving = useSubmit({
    send: (metadata: Values, call) =>
      quarry.documents.update({ spaceId: document.spaceId, id: document.id, metadata }, call),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["document"] });
      onClose();
    },
  });
  return (
    <Dialog title={words.metadata} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const metadata = objectOf(String(new FormData(event.currentTarget).get("metadata")));
          setProblem(metadata ? undefined : words.notAnObject);
          if (metadata) saving.mutate(metadata);
        }}
      >
        <Field label={words.metadataJson} hint={words.metadataHint} error={problem}>
          {(control) => (
            <textarea
              {...control}
              name="metadata"
              className="mono"
              rows={10}
              spellCheck={false}
              defaultValue={JSON.stringify(document.metadata, null, 2)}
            />
          )}
        </Field>
        <FormError {...saving.failure} />
        <FormActions submit={text.action.save} isDisabled={saving.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** The object that a JSON text stands for; undefined for everything else. */
function objectOf(json: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Values)
      : undefined;
  } catch {
    return undefined;
  }
}
