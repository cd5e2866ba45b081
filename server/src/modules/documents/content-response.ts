import type { DocumentWithContent } from "@quarry/schema";
import { TextChanged, type TextPiece } from "../../records/documents/text-pieces.ts";

/** A document, and its extracted text in pieces. */
export interface DocumentToSend {
  readonly document: Omit<DocumentWithContent, "content">;
  readonly pieces: AsyncGenerator<TextPiece>;
}

/** A document may change between its row and its text; as often in a row, its reader has to ask again. */
const ATTEMPTS = 5;

/** The JSON around a text: what precedes the escaped text, and what follows it. */
export type ContentFrame = (document: DocumentToSend["document"]) => readonly [before: string, after: string];

const documentFrame: ContentFrame = (document) => [
  `${JSON.stringify(document).slice(0, -1)},"content":"`,
  '"}',
];

/**
 * Answers with a document and its text. A text of more than one piece is sent as its reader takes it.
 * @param read Reads the document; called again if it changes before its text is read.
 * @param frame Another JSON around the text than the document's.
 * @throws TextChanged if it changes each time.
 */
export async function contentResponse(
  read: () => Promise<DocumentToSend>,
  frame = documentFrame,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const { document, pieces } = await read();
    try {
      return await respond(frame(document), pieces);
    } catch (error) {
      if (!(error instanceof TextChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function respond(
  [before, after]: readonly [string, string],
  pieces: DocumentToSend["pieces"],
): Promise<Response> {
  const first = await pieces.next();
  const piece = first.done ? { text: "", isLast: true } : first.value;
  const headers = { "content-type": "application/json" };
  return new Response(
    piece.isLast ? `${before}${escaped(piece)}${after}` : toJson(before, piece, pieces, after),
    { headers },
  );
}

const escaped = ({ text }: TextPiece) => JSON.stringify(text).slice(1, -1);

async function* toJson(
  before: string,
  first: TextPiece,
  others: AsyncGenerator<TextPiece>,
  after: string,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(before + escaped(first));
  for await (const piece of others) yield encoder.encode(escaped(piece));
  yield encoder.encode(after);
}
