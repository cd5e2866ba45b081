import type { Space } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { SPACE_ICONS, SpaceIcon } from "../components/space-icon.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";

const words = text.spaces.form;

/** The dialog that creates a space, or edits the given one. */
export function SpaceForm(props: { space?: Space; onClose: () => void; onSaved?: (space: Space) => void }) {
  const { space, onClose, onSaved } = props;
  const { quarry } = useMe();
  const queries = useQueryClient();
  const [icon, setIcon] = useState(space?.icon ?? "folder");
  const saving = useSubmit({
    send: async (form: FormData, call) => {
      const description = String(form.get("description")).trim();
      const fields = { name: String(form.get("name")), icon, ...(description === "" ? {} : { description }) };
      const saved = space
        ? await quarry.spaces.update(space.id, fields, call)
        : await quarry.spaces.create(fields, call);
      return saved.space;
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ["spaces"] });
      onSaved?.(saved);
      onClose();
    },
  });
  return (
    <Dialog title={space ? words.edit : words.create} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label={words.name}>
          {(control) => (
            <input {...control} name="name" dir="auto" defaultValue={space?.name} required maxLength={100} />
          )}
        </Field>
        <Field label={words.description} hint={words.descriptionHint}>
          {(control) => (
            <textarea
              {...control}
              name="description"
              dir="auto"
              defaultValue={space?.description}
              maxLength={500}
              rows={3}
            />
          )}
        </Field>
        <IconChoice icon={icon} onChange={setIcon} />
        <FormError {...saving.failure} />
        <FormActions
          submit={space ? text.action.save : words.submitCreate}
          isDisabled={saving.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function IconChoice({ icon, onChange }: { icon: string; onChange: (icon: string) => void }) {
  const isEmoji = !SPACE_ICONS.some((name) => name === icon);
  return (
    <fieldset className="icon-choice">
      <legend>{words.icon}</legend>
      {SPACE_ICONS.map((name) => (
        <label key={name} className="icon-option" title={words.icons[name]}>
          <input
            type="radio"
            name="icon"
            className="visually-hidden"
            aria-label={words.icons[name]}
            checked={icon === name}
            onChange={() => onChange(name)}
          />
          <SpaceIcon icon={name} />
        </label>
      ))}
      <input
        className="emoji-input"
        aria-label={words.emoji}
        placeholder="🙂"
        value={isEmoji ? icon : ""}
        onChange={(event) => onChange(event.target.value.trim() || "folder")}
      />
    </fieldset>
  );
}
