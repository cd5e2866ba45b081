import type { Document } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, type MenuItem } from "../components/menu.tsx";
import { showToast } from "../components/toasts.tsx";
import { fileOf, useDownload } from "../components/use-download.ts";
import { text } from "../text/text.ts";
import { useRetry } from "./use-retry.ts";

const words = text.documents;

/** What can be done with a document. */
export function DocumentActions({ document, onGone }: { document: Document; onGone?: () => void }) {
  const { may } = useMe();
  const [isDeleting, setDeleting] = useState(false);
  const retrying = useRetry(document);
  const downloading = useDownload();
  const items: MenuItem[] = [
    ...(document.status === "FAILED"
      ? [{ label: words.retry, icon: "retry", onChoose: () => retrying.mutate() } as const]
      : []),
    { label: words.download, icon: "external", onChoose: () => downloading.mutate(fileOf(document)) },
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
  return (
    <ConfirmDialog
      title={words.deleteTitle(document.filename)}
      hint={words.deleteHint}
      action={words.delete}
      onClose={onClose}
      onConfirm={async () => {
        await quarry.documents.delete(document);
        await queries.invalidateQueries({ queryKey: ["documents", document.spaceId] });
        showToast(words.deleteDone(document.filename));
        onGone?.();
      }}
    />
  );
}
