import { QuarryError } from "@quarry/core";
import { and, eq, sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Database } from "../../platform/database/database.ts";
import { documents, documentTexts } from "../../platform/database/tables/document-tables.ts";

/** A piece of a document's extracted text. */
export interface TextPiece {
  readonly text: string;
  readonly isLast: boolean;
}

/** Another generation took the place of the one whose text is read. */
export class TextChanged extends QuarryError {
  constructor() {
    super("unavailable", "The document changed while its text was being read. Ask again.", {
      retryAfterMs: RETRY_AFTER_MS,
    });
  }
}

const RETRY_AFTER_MS = 1000;

/**
 * Reads a document's extracted text in pieces of up to two megabytes, each when it is wanted; one empty piece until the
 * document is processed.
 * @throws TextChanged when another generation takes the place of this one before the last piece.
 */
export type ReadTextPieces = (
  orgId: string,
  documentId: string,
  generation: number,
) => AsyncGenerator<TextPiece>;

const PIECE_BYTES = 1 << 21;
/** Pieces read at the same time: readers of long texts leave connections to others. */
const CONCURRENCY = 2;

/** Creates the reader. */
export function createTextPieces(db: Database): ReadTextPieces {
  const limit = pLimit(CONCURRENCY);

  /** By bytes: to cut by characters, PostgreSQL counts them from the start. */
  async function readBytes(orgId: string, documentId: string, generation: number, offset: number) {
    const bytes = sql<Uint8Array>`substring(convert_to(${documentTexts.text}, 'UTF8') from ${offset + 1}::int for ${PIECE_BYTES}::int)`;
    const [row] = await db
      .select({ bytes, generation: documents.generation })
      .from(documents)
      .leftJoin(documentTexts, eq(documentTexts.documentId, documents.id))
      .where(and(eq(documents.orgId, orgId), eq(documents.id, documentId)));
    if (row?.generation !== generation) throw new TextChanged();
    return row.bytes ?? new Uint8Array();
  }

  return async function* (orgId, documentId, generation) {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let offset = 0; ; offset += PIECE_BYTES) {
      const bytes = await limit(() => readBytes(orgId, documentId, generation, offset));
      const isLast = bytes.length < PIECE_BYTES;
      yield { text: decoder.decode(bytes, { stream: !isLast }), isLast };
      if (isLast) return;
    }
  };
}
