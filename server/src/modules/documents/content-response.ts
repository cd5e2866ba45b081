import type { DocumentWithContent } from "@quarry/schema";
import type { TextPiece } from "../../records/documents/text-pieces.ts";

/** A document, and its extracted text in pieces. */
export interface DocumentToSend {
  readonly document: Omit<DocumentWithContent, "content">;
  readonly pieces: AsyncGenerator<TextPiece>;
}

/** Answers with a document and its text. A text of more than one piece is sent as its reader takes it. */
export async function contentResponse({ document, pieces }: DocumentToSend): Promise<Response> {
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
