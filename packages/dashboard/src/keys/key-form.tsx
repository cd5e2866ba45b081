import type { PermissionLevel, Quarry } from "@quarry/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { spacesQuery } from "../spaces/space-queries.ts";
import { text } from "../text/text.ts";
import { NewKey } from "./new-key.tsx";
import { readLimit } from "./rate-limit.ts";
import { RateLimitFields } from "./rate-limit-fields.tsx";

const words = text.keys;
type KeyFields = Parameters<Quarry["apiKeys"]["create"]>[0];
const LEVELS = ["read", "write", "admin"] as const satisfies readonly PermissionLevel[];
const DAY_MS = 86_400_000;
const EXPIRIES = [
  ["", words.neverExpires],
  ["30", words.days(30)],
  ["90", words.days(90)],
  ["365", words.days(365)],
] as const;

/** The dialog that makes a key and shows it. */
export function KeyForm({ onClose }: { onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const spaces = useQuery(spacesQuery(quarry, "active"));
  const [level, setLevel] = useState<PermissionLevel>("read");
  const creating = useSubmit({
    send: (key: KeyFields, call) => quarry.apiKeys.create(key, call),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["keys"] }),
  });
  if (creating.data)
    return (
      <Dialog key="made" title={words.created} onClose={onClose} isClosable={false}>
        <NewKey created={creating.data} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          creating.mutate(keyOf(new FormData(event.currentTarget), level));
        }}
      >
        <Field label={words.name} hint={words.nameHint}>
          {(control) => (
            <input {...control} name="name" dir="auto" required maxLength={100} autoComplete="off" />
          )}
        </Field>
        <fieldset className="choices">
          <legend>{words.may}</legend>
          {LEVELS.map((name) => (
            <label key={name} className="choice">
              <input type="radio" name="level" checked={level === name} onChange={() => setLevel(name)} />
              <span>
                {words.levels[name]} <span className="faint">{words.levelHints[name]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {spaces.data && spaces.data.length > 0 && (
          <details>
            <summary>{words.onlySpaces}</summary>
            <ul className="choice-list">
              {spaces.data.map(({ id, name }) => (
                <li key={id}>
                  <label className="choice">
                    <input type="checkbox" name="space" value={id} />
                    <span className="clip" dir="auto">
                      {name}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </details>
        )}
        <Field label={words.expires}>
          {(control) => (
            <select {...control} name="days">
              {EXPIRIES.map(([days, label]) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <RateLimitFields />
        <FormError {...creating.failure} />
        <FormActions submit={words.submitCreate} isDisabled={creating.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function keyOf(form: FormData, level: PermissionLevel): KeyFields {
  const days = Number(form.get("days"));
  const spaceIds = form.getAll("space").map(String);
  const rateLimit = readLimit(form);
  return {
    name: String(form.get("name")),
    level,
    ...(days > 0 ? { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() } : {}),
    ...(spaceIds.length > 0 ? { spaceIds } : {}),
    ...(rateLimit ? { rateLimit } : {}),
  };
}
