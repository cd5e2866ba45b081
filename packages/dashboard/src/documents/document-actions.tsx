import type { Document } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, type MenuItem } from "../components/menu.tsx";
import { FormError } from "../components/states.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";

const words = text.documents;

/** What can be done with a document. */
export function DocumentActions({ document, onGone }: { document: Document; onGone?: () => void }) {
  const { quarry, may } = useMe();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const retrying = useMutation({
    mutationFn: () => quarry.documents.retry(document),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["documents", document.spaceId] }),
        queries.invalidateQueries({ queryKey: ["document", document.spaceId, document.id] }),
      ]),
    onError: (error) => showToast(errorText(error)),
  });
  const file = `/api/spaces/${document.spaceId}/documents/${document.id}/file`;
  const items: MenuItem[] = [
    ...(document.status === "FAILED"
      ? [{ label: words.retry, icon: "retry", onChoose: () => retrying.mutate() } as const]
      : []),
    { label: words.download, icon: "external", onChoose: () => location.assign(file) },
    {
      ...{ label: words.delete, icon: "trash", isDangerous: true, onChoose: () => setDeleting(true) },
      disabledBecause: may("documents:delete") ? undefined : text.problem.roleNeeded,
    },
  ];
  return (
    <>
      <Menu label={`${text.action.more}: ${document.filename}`} items={items}>
        <Icon name="more" size={20} />
      </Menu>
      {isDeleting && (
        <DeleteDialog
          document={document}
          onClose={() => setDeleting(false)}
          {...(onGone ? { onGone } : {})}
        />
      )}
    </>
  );
}

function DeleteDialog(props: { document: Document; onClose: () => void; onGone?: () => void }) {
  const { document, onClose, onGone } = props;
  const { quarry } = useMe();
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => quarry.documents.delete(document),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["documents", document.spaceId] });
      showToast(words.deleteDone(document.filename));
      onGone?.();
      onClose();
    },
  });
  return (
    <Dialog title={words.deleteTitle(document.filename)} onClose={onClose}>
      <div className="form">
        <p>{words.deleteHint}</p>
        <FormError error={deleting.error} />
        <div className="form-actions">
          <button type="button" className="button" onClick={onClose}>
            {text.action.cancel}
          </button>
          <button
            type="button"
            className="button dangerous"
            disabled={deleting.isPending}
            onClick={() => deleting.mutate()}
          >
            {words.delete}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
