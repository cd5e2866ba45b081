import type { OutlineEntry } from "@quarry/core/internal";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documentTexts } from "../../platform/database/tables/document-tables.ts";
import { createTextMarks } from "./text-marks.ts";
import { type TextPart, textPart } from "./text-part.ts";
import { SHORT_TEXT_BYTES, type TextReader } from "./text-pieces.ts";

const ofDocument = (orgId: string, documentId: string) =>
  and(eq(documentTexts.orgId, orgId), eq(documentTexts.documentId, documentId));

/** Reads a part of a document's extracted text. The part is empty until the document is processed. */
export type FindTextPart = (
  document: { readonly orgId: string; readonly id: string; readonly generation: number },
  wanted: { readonly offset: number; readonly maxChars: number },
) => Promise<TextPart>;

/**
 * Creates the reading of parts. If a text has a `plainLength` (no surrogate pairs), the database cuts its characters; a short
 * one is cut here; of others, the bytes between the marks around the part are read.
 * @throws TextChanged when another generation takes the place of a long text.
 */
export function createFindTextPart(db: Database, reader: TextReader): FindTextPart {
  const allMarks = createTextMarks(reader);

  async function findLongPart(
    { orgId, id, generation }: Parameters<FindTextPart>[0],
    { offset, maxChars }: Parameters<FindTextPart>[1],
  ): Promise<TextPart> {
    const marks = await allMarks.of(orgId, id, generation);
    const last = marks.at(-1) ?? { units: 0, bytes: 0 };
    const from = marks.findLast(({ units }) => units <= offset) ?? last;
    const to = marks.find(({ units }) => units >= offset + maxChars) ?? last;
    const bytes = await reader.bytes(orgId, id, generation, { start: from.bytes, end: to.bytes });
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const { content, ...part } = textPart(text, offset - from.units, maxChars);
    const [start, end, totalChars] = [part.start + from.units, part.end + from.units, last.units];
    return { content, start, end, totalChars, nextOffset: end < totalChars ? end : null };
  }

  return async (document, wanted) => {
    const { text, plainLength } = documentTexts;
    const { offset, maxChars } = wanted;
    const cut = sql`substr(${text}, ${offset + 1}::int, ${maxChars}::int)`;
    const short = sql`case when octet_length(${text}) <= ${SHORT_TEXT_BYTES}::int then ${text} end`;
    const [row] = await db
      .select({
        plainLength,
        text: sql<string | null>`case when ${plainLength} is null then ${short} else ${cut} end`,
      })
      .from(documentTexts)
      .where(ofDocument(document.orgId, document.id));
    if (!row) return textPart("", offset, maxChars);
    if (row.text === null) return findLongPart(document, wanted);
    if (row.plainLength === null) return textPart(row.text, offset, maxChars);
    const totalChars = row.plainLength;
    const start = Math.min(offset, totalChars);
    const end = start + row.text.length;
    return { content: row.text, start, end, totalChars, nextOffset: end < totalChars ? end : null };
  };
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
