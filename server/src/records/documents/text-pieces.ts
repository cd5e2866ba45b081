import { QuarryError } from "@quarry/core";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, documentTexts } from "../../platform/database/tables/document-tables.ts";
import { createFairQueue } from "../../platform/limits/fair-queue.ts";
import { createSlots } from "../../platform/limits/slots.ts";

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

/** A document may change between its row and its text; as often in a row, its reader has to ask again. */
const ATTEMPTS = 5;

/**
 * Reads a document and its text, again while the document changes in between.
 * @throws TextChanged if it changes each time.
 */
export async function whileTextChanges<Found>(read: () => Promise<Found>): Promise<Found> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof TextChanged) || attempt === ATTEMPTS) throw error;
    }
}

/** Reads extracted texts of documents. Another generation than the given one is never read. */
export interface TextReader {
  /**
   * Reads a text in pieces of up to a megabyte, each when it is wanted; one empty piece until the document is processed.
   * @throws TextChanged when another generation takes the place of this one before the last piece.
   * @throws QuarryError `unavailable` when the organization or the process has too many readers of long texts.
   */
  pieces(orgId: string, documentId: string, generation: number): AsyncGenerator<TextPiece>;
  /**
   * Reads some bytes of a text.
   * @throws TextChanged
   */
  bytes(
    orgId: string,
    documentId: string,
    generation: number,
    range: { readonly start: number; readonly end: number },
  ): Promise<Uint8Array>;
}

/** A text up to this size is read as a whole, at once. */
export const SHORT_TEXT_BYTES = 1 << 18;
const PIECE_BYTES = 1 << 20;
/** Pieces read at the same time: readers of long texts leave connections to others. */
const CONCURRENCY = 2;
/** Each holds a piece while its client does not take it. */
const MOST_READERS = { all: 200, ofOrganization: 50 };

/** Creates the reader. Organizations take turns at the pieces of long texts. */
export function createTextReader(db: Database): TextReader {
  const inTurn = createFairQueue(CONCURRENCY);
  const slots = createSlots("readers of long texts", MOST_READERS, RETRY_AFTER_MS);

  async function select<Value>(orgId: string, documentId: string, generation: number, value: SQL<Value>) {
    const [row] = await db
      .select({ value, generation: documents.generation })
      .from(documents)
      .leftJoin(documentTexts, eq(documentTexts.documentId, documents.id))
      .where(and(eq(documents.orgId, orgId), eq(documents.id, documentId)));
    if (row?.generation !== generation) throw new TextChanged();
    return row.value;
  }

  /** Returns a short text; null for a long one. */
  const shortText = (orgId: string, documentId: string, generation: number) =>
    select(
      orgId,
      documentId,
      generation,
      sql<string | null>`case
        when ${documentTexts.text} is null then ''
        when octet_length(${documentTexts.text}) <= ${SHORT_TEXT_BYTES}::int then ${documentTexts.text} end`,
    );

  // By bytes: to cut by characters, PostgreSQL counts them from the start.
  const bytes: TextReader["bytes"] = async (orgId, documentId, generation, { start, end }) =>
    (await select(
      orgId,
      documentId,
      generation,
      sql<Uint8Array | null>`substring(convert_to(${documentTexts.text}, 'UTF8') from ${start + 1}::int for ${end - start}::int)`,
    )) ?? new Uint8Array();

  async function* longText(orgId: string, documentId: string, generation: number): AsyncGenerator<TextPiece> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    for (let start = 0; ; start += PIECE_BYTES) {
      const range = { start, end: start + PIECE_BYTES };
      const found = await inTurn(orgId, () => bytes(orgId, documentId, generation, range));
      const isLast = found.length < PIECE_BYTES;
      yield { text: decoder.decode(found, { stream: !isLast }), isLast };
      if (isLast) return;
    }
  }

  return {
    async *pieces(orgId, documentId, generation) {
      const text = await shortText(orgId, documentId, generation);
      if (text !== null) {
        yield { text, isLast: true };
        return;
      }
      slots.require(orgId);
      yield* slots.stream(orgId, longText(orgId, documentId, generation));
    },
    bytes,
  };
}
