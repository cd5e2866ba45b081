import type { EvaluationName } from "@quarry/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../api/person.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { showToast } from "../components/toasts.tsx";
import { text } from "../text/text.ts";

const words = text.evaluations;

/** What can be done with an evaluation. */
export function EvaluationActions(props: {
  name: EvaluationName;
  title: string;
  onGone: () => Promise<unknown>;
}) {
  const { name, title, onGone } = props;
  const { quarry } = useMe();
  const queries = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Menu
        label={`${text.action.more}: ${title}`}
        items={[{ label: words.delete, icon: "trash", isDangerous: true, onChoose: () => setDeleting(true) }]}
      >
        <Icon name="more" size={20} />
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={words.deleteTitle(title)}
          hint={words.deleteHint}
          action={words.delete}
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await quarry.evaluations.delete(name);
            await onGone();
            await queries.invalidateQueries({ queryKey: ["evaluations", name.spaceId], exact: true });
            showToast(words.deleteDone(title));
          }}
        />
      )}
    </>
  );
}
