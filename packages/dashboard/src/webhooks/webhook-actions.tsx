import type { Webhook } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";
import { WebhookSecret } from "./webhook-secret.tsx";

const words = text.webhooks;

/** What can be done with a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id, url, enabled } = webhook;
  const { quarry } = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ["webhooks"] });
  const onError = (error: unknown) => showToast(errorText(error));
  const testing = useMutation({
    mutationFn: () => quarry.webhooks.test({ id }),
    onSuccess: ({ delivered, status, problem }) =>
      showToast(
        delivered ? words.tested(String(status)) : words.testFailed(problem ?? words.answered(status ?? 0)),
      ),
    onError,
  });
  const switching = useMutation({
    mutationFn: () => quarry.webhooks.update({ id, enabled: !enabled }),
    onSuccess: refresh,
    onError,
  });
  const rotating = useMutation({ mutationFn: () => quarry.webhooks.rotate({ id }), onError });
  return (
    <>
      <button type="button" className="button" disabled={testing.isPending} onClick={() => testing.mutate()}>
        <Icon name="send" />
        {words.test}
      </button>
      <Menu
        label={`${text.action.more}: ${url}`}
        items={[
          {
            label: enabled ? words.disable : words.enable,
            icon: enabled ? "pause" : "play",
            onChoose: () => switching.mutate(),
          },
          { label: words.rotate, icon: "retry", onChoose: () => rotating.mutate() },
          { label: words.delete, icon: "trash", isDangerous: true, onChoose: () => setDeleting(true) },
        ]}
      >
        <Icon name="more" size={20} />
      </Menu>
      {rotating.data && (
        <Dialog title={words.rotate} onClose={rotating.reset} isClosable={false}>
          <p className="dialog-note">{words.rotateHint}</p>
          <WebhookSecret secret={rotating.data.secret} onClose={rotating.reset} />
        </Dialog>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={words.deleteTitle(url)}
          hint={words.deleteHint}
          action={words.delete}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await quarry.webhooks.delete({ id });
            await navigate({ to: "/webhooks" });
            await queries.invalidateQueries({ queryKey: ["webhooks"], exact: true });
            showToast(words.deleteDone);
          }}
        />
      )}
    </>
  );
}
