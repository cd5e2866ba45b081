import type { IconName } from "../../components/icon.tsx";

/** One line of the command palette. */
export interface Command {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  /** What kind of thing it is, for example a page. */
  readonly kind: string;
  readonly run: () => void;
}

/** True when each typed word is in the label. */
export function matchesLabel(typed: string, label: string): boolean {
  const name = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}
