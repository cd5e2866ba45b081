import type { DocumentWithContent } from "@quarry/schema";
import { TextChanged, type TextPiece } from "../../records/documents/text-pieces.ts";

/** A document, and its extracted text in pieces. */
export interface DocumentToSend {
  readonly document: Omit<DocumentWithContent, "content">;
  readonly pieces: AsyncGenerator<TextPiece>;
}

/** A document may change between its row and its text; as often in a row, its reader has to ask again. */
const ATTEMPTS = 5;

/**
 * Answers with a document and its text. A text of more than one piece is sent as its reader takes it.
 * @param read Reads the document; called again if it changes before its text is read.
 * @throws TextChanged if it changes each time.
 */
export async function contentResponse(read: () => Promise<DocumentToSend>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const { document, pieces } = await read();
    try {
      return await respond(document, pieces);
    } catch (error) {
      if (!(error instanceof TextChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function respond(
  document: DocumentToSend["document"],
  pieces: DocumentToSend["pieces"],
): Promise<Response> {
  const first = await pieces.next();
  const piece = first.done ? { text: "", isLast: true } : first.value;
  if (piece.isLast) return Response.json({ ...document, content: piece.text } satisfies DocumentWithContent);
  return new Response(toJson(document, piece, pieces), { headers: { "content-type": "application/json" } });
}

async function* toJson(
  document: DocumentToSend["document"],
  first: TextPiece,
  others: AsyncGenerator<TextPiece>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const escaped = ({ text }: TextPiece) => encoder.encode(JSON.stringify(text).slice(1, -1));
  yield encoder.encode(`${JSON.stringify(document).slice(0, -1)},"content":"`);
  yield escaped(first);
  for await (const piece of others) yield escaped(piece);
  yield encoder.encode('"}');
}
