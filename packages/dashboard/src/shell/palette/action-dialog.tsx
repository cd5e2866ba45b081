import { lazy, Suspense } from "react";
import { loadPart } from "../../api/load-part.ts";
import { useMe } from "../../api/person.tsx";
import { SpaceForm } from "../../spaces/space-form.tsx";
import { LanguageDialog } from "../language-dialog.tsx";

const KeyForm = lazy(async () => {
  const module = await loadPart(() => import("../../keys/key-form.tsx"));
  return { default: module.KeyForm };
});
const NewWebhook = lazy(async () => {
  const module = await loadPart(() => import("../../webhooks/new-webhook.tsx"));
  return { default: module.NewWebhook };
});
const InviteForm = lazy(async () => {
  const module = await loadPart(() => import("../../people/invite-form.tsx"));
  return { default: module.InviteForm };
});

/** A dialog that an action of the palette opens. */
export type ActionName = "space" | "key" | "webhook" | "invite" | "language";

/** The dialog of an action, over any page. */
export function ActionDialog({ name, onClose }: { name: ActionName; onClose: () => void }) {
  const organizationId = useMe().person.organization?.id ?? "";
  const dialogs = {
    space: () => <SpaceForm onClose={onClose} />,
    key: () => <KeyForm onClose={onClose} />,
    webhook: () => <NewWebhook onClose={onClose} />,
    invite: () => <InviteForm organizationId={organizationId} onClose={onClose} />,
    language: () => <LanguageDialog onClose={onClose} />,
  };
  return <Suspense>{dialogs[name]()}</Suspense>;
}
