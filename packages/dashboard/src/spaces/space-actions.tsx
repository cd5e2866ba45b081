import type { Space } from "@quarry/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../api/errors.ts";
import { useMe } from "../api/person.tsx";
import { Icon } from "../components/icon.tsx";
import { Menu, type MenuItem } from "../components/menu.tsx";
import { showToast } from "../components/toasts.tsx";
import { exportOf, useDownload } from "../components/use-download.ts";
import { text } from "../text/text.ts";
import { PurgeDialog } from "./purge-dialog.tsx";
import { SpaceForm } from "./space-form.tsx";
import { SpaceSettings } from "./space-settings.tsx";

const words = text.spaces;

/** What can be done with a space. */
export function SpaceActions({ space, onGone }: { space: Space; onGone?: () => void }) {
  const { quarry, may } = useMe();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<"edit" | "settings" | "purge">();
  const refresh = () => queries.invalidateQueries({ queryKey: ["spaces"] });
  const onError = (error: unknown) => showToast(errorText(error));
  const restoring = useMutation({
    mutationFn: () => quarry.spaces.restore(space.id),
    onSuccess: () => {
      showToast(words.restoreDone(space.name));
      return refresh();
    },
    onError,
  });
  const archiving = useMutation({
    mutationFn: () => quarry.spaces.archive(space.id),
    onSuccess: () => {
      showToast(words.archiveDone(space.name), { label: words.undo, onChoose: () => restoring.mutate() });
      onGone?.();
      return refresh();
    },
    onError,
  });
  const downloading = useDownload();
  const disabledBecause = may("spaces:delete") ? undefined : text.problem.roleNeeded;
  const purge: MenuItem = {
    ...{ label: words.purge, icon: "trash", isDangerous: true, disabledBecause },
    onChoose: () => setDialog("purge"),
  };
  const items: MenuItem[] = space.isArchived
    ? [{ label: words.restore, icon: "retry", onChoose: () => restoring.mutate() }, purge]
    : [
        { label: words.edit, icon: "file-text", onChoose: () => setDialog("edit") },
        { label: words.settings.title, icon: "gauge", onChoose: () => setDialog("settings") },
        {
          ...{ label: words.export, icon: "package" },
          onChoose: () => downloading.mutate(exportOf(space)),
        },
        { label: words.archive, icon: "archive", disabledBecause, onChoose: () => archiving.mutate() },
        purge,
      ];
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu label={`${text.action.more}: ${space.name}`} items={items}>
        <Icon name="more" size={20} />
      </Menu>
      {dialog === "edit" && <SpaceForm space={space} onClose={close} />}
      {dialog === "settings" && <SpaceSettings space={space} onClose={close} />}
      {dialog === "purge" && <PurgeDialog space={space} onClose={close} />}
    </>
  );
}
