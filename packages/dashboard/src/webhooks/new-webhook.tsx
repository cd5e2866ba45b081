import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { useSubmit } from "../api/use-submit.ts";
import { Dialog } from "../components/dialog.tsx";
import { Field } from "../components/field.tsx";
import { FormActions } from "../components/form-actions.tsx";
import { FormError } from "../components/states.tsx";
import { text } from "../text/text.ts";
import { chosenEvents, EventChoice } from "./event-choice.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const words = text.webhooks;

/** The dialog that creates a webhook and shows its secret. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  const creating = useSubmit({
    send: (form: FormData, call) =>
      quarry.webhooks.create(
        {
          url: String(form.get("url")).trim(),
          description: String(form.get("description")).trim(),
          events: chosenEvents(form),
        },
        call,
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  if (creating.data)
    return (
      <Dialog key="made" title={words.created} onClose={onClose} isClosable={false}>
        <WebhookSecret secret={creating.data.secret} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          creating.mutate(new FormData(event.currentTarget));
        }}
      >
        <Field label={words.url} hint={words.urlHint}>
          {(control) => (
            <input
              {...control}
              type="url"
              name="url"
              dir="ltr"
              placeholder="https://"
              required
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={words.description}>
          {(control) => (
            <input {...control} name="description" dir="auto" maxLength={200} autoComplete="off" />
          )}
        </Field>
        <EventChoice />
        <FormError {...creating.failure} />
        <FormActions submit={words.submitCreate} isDisabled={creating.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}
