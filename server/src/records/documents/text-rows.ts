import type { OutlineEntry } from "@quarry/core/internal";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documentTexts } from "../../platform/database/tables/document-tables.ts";
import { type TextPart, textPart } from "./text-part.ts";

const ofDocument = (orgId: string, documentId: string) =>
  and(eq(documentTexts.orgId, orgId), eq(documentTexts.documentId, documentId));

/**
 * Reads part of a document's extracted text. The part is empty until the document is processed. If the text has a
 * `plainLength` (no surrogate pairs), the database cuts the part; otherwise the whole text is loaded and cut here.
 */
export async function findTextPart(
  db: Database,
  orgId: string,
  documentId: string,
  { offset, maxChars }: { readonly offset: number; readonly maxChars: number },
): Promise<TextPart> {
  const { text, plainLength } = documentTexts;
  const cut = sql<string>`substr(${text}, ${offset + 1}::int, ${maxChars}::int)`;
  const [row] = await db
    .select({ plainLength, text: sql<string>`case when ${plainLength} is null then ${text} else ${cut} end` })
    .from(documentTexts)
    .where(ofDocument(orgId, documentId));
  if (row?.plainLength == null) return textPart(row?.text ?? "", offset, maxChars);
  const totalChars = row.plainLength;
  const start = Math.min(offset, totalChars);
  const end = start + row.text.length;
  return { content: row.text, start, end, totalChars, nextOffset: end < totalChars ? end : null };
}

/** The start of a text, with the headings of all of it. */
export interface TextStart {
  readonly text: string;
  readonly isPartial: boolean;
  readonly outline: readonly OutlineEntry[];
}

/**
 * Reads the start of a document's extracted text and its headings, however long the text is. The text is empty until the
 * document is processed.
 */
export async function findTextStart(
  db: Database,
  orgId: string,
  documentId: string,
  maxChars: number,
): Promise<TextStart> {
  // One more, which tells whether the text goes on. A character takes one or two UTF-16 code units.
  const start = sql<string>`substr(${documentTexts.text}, 1, ${maxChars + 1}::int)`;
  const [row] = await db
    .select({ text: start, outline: documentTexts.outline })
    .from(documentTexts)
    .where(ofDocument(orgId, documentId));
  const { content: text, nextOffset } = textPart(row?.text ?? "", 0, maxChars);
  return { text, isPartial: nextOffset !== null, outline: row?.outline ?? [] };
}

/** Reads a document's headings in order. */
export async function findOutline(
  db: Database,
  orgId: string,
  documentId: string,
): Promise<readonly OutlineEntry[]> {
  const [row] = await db
    .select({ outline: documentTexts.outline })
    .from(documentTexts)
    .where(ofDocument(orgId, documentId));
  return row?.outline ?? [];
}
