import type { Document } from "@quarry/schema";
import { type Markup, markup } from "../../platform/http/markup.ts";
import type { TextPart } from "../../records/documents/text-part.ts";
import { page } from "../accounts/pages/page.ts";
import type { PageText } from "../accounts/pages/text/en.ts";
import { documentUrl, PASSAGE_ANCHOR } from "./document-url.ts";

/** What the page of a document shows. */
export interface ShownDocument {
  readonly document: Document;
  readonly spaceName: string;
  /** The shown part of the text. */
  readonly part: TextPart;
  /** The passage to mark, as offsets in the text. */
  readonly passage: { readonly start: number; readonly end: number } | undefined;
  readonly pageNumber: number | undefined;
  readonly publicUrl: string;
}

/** The page that a passage's `url` opens: the document's text with the passage marked. It needs no script. */
export function documentPage(text: PageText, shown: ShownDocument): Response {
  const { document, spaceName, pageNumber } = shown;
  return page(
    text,
    document.filename,
    markup`<p class="faint">${text.document.place(spaceName, pageNumber)} · <a href="/api/documents/${document.id}/file">${text.document.original}</a></p>
${textOf(text, shown)}`,
  );
}

function textOf(text: PageText, { document, part, passage, publicUrl }: ShownDocument): Markup {
  const { noText, before, behind } = text.document;
  const { content, start, end, totalChars, nextOffset } = part;
  if (totalChars === 0) return markup`<p>${noText}</p>`;
  const link = (offset: number, name: string) =>
    markup`<p><a href="${documentUrl(publicUrl, document.id, { start: offset })}">${name}</a></p>`;
  const from = Math.min(Math.max((passage?.start ?? start) - start, 0), content.length);
  const to = Math.min(Math.max((passage?.end ?? start) - start, from), content.length);
  return markup`${start > 0 ? link(Math.max(0, start - content.length), before) : markup``}
<pre dir="auto">${content.slice(0, from)}<mark id="${PASSAGE_ANCHOR}">${content.slice(from, to)}</mark>${content.slice(to)}</pre>
${nextOffset === null ? markup`` : link(end, behind)}`;
}
