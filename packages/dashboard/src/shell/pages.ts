import type { IconName } from "../components/icon.tsx";
import { text } from "../text/text.ts";

/** A page of the navigation: its path, icon and name. */
export type PageLink = (typeof FIRST_PAGES)[number] | (typeof FURTHER_PAGES)[number];

type Named = readonly (readonly [path: string, icon: IconName, name: string])[];

/** The pages that people use most. */
export const FIRST_PAGES = [
  ["/spaces", "layers", text.nav.spaces],
  ["/playground", "spark", text.nav.playground],
  ["/assistants", "plug", text.nav.assistants],
] as const satisfies Named;

/** The other pages. On a phone they are in a menu. */
export const FURTHER_PAGES = [
  ["/people", "people", text.nav.people],
  ["/keys", "key", text.nav.keys],
  ["/webhooks", "send", text.nav.webhooks],
  ["/questions", "inbox", text.nav.questions],
  ["/usage", "gauge", text.nav.usage],
  ["/audit", "book", text.nav.audit],
  ["/operator", "database", text.operator.nav],
] as const satisfies Named;

const FOR_ADMINS: readonly string[] = ["/keys", "/webhooks", "/questions", "/audit"];

/** True for a page that only admins and the owner may open. */
export function isForAdmins([path]: PageLink): boolean {
  return FOR_ADMINS.includes(path);
}
