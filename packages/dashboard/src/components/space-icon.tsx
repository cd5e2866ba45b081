import type { ICON_NAMES } from "@quarry/sdk";
import { Icon, type IconName } from "./icon.tsx";

type SpaceIconName = (typeof ICON_NAMES)[number];

const NAMED: Record<SpaceIconName, IconName> = {
  folder: "folder",
  book: "book",
  "file-text": "file-text",
  database: "database",
  package: "package",
  archive: "archive",
  briefcase: "briefcase",
  inbox: "inbox",
  layers: "layers",
  box: "box",
};

/** The named icons of spaces. */
export const SPACE_ICONS = Object.keys(NAMED) as SpaceIconName[];

/** The icon of a space: a named one or an emoji. */
export function SpaceIcon({ icon, size = 18 }: { icon: string; size?: number }) {
  const name = Object.hasOwn(NAMED, icon) ? NAMED[icon as SpaceIconName] : undefined;
  return (
    <span className="space-icon" aria-hidden="true">
      {name ? <Icon name={name} size={size} /> : icon}
    </span>
  );
}
