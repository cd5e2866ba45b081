import type { Metadata } from "@quarry/schema";
import { PAGES } from "../accounts/page-paths.ts";

/** Id of the marked passage on a document's page. */
export const PASSAGE_ANCHOR = "passage";

/**
 * The address of a page that shows a document.
 * @param place The passage's place, as results give it: `start` and `end` in the text, `page`.
 */
export function documentUrl(publicUrl: string, documentId: string, place: Metadata = {}): string {
  const { start, end, page } = place;
  const url = new URL(`${PAGES.documents}/${documentId}`, publicUrl);
  for (const [name, value] of Object.entries({ start, end, page }))
    if (typeof value === "number") url.searchParams.set(name, String(value));
  if (typeof start === "number") url.hash = PASSAGE_ANCHOR;
  return url.href;
}
