import type { DocumentWithContent } from "@quarry/schema";
import { IDLE_TIMEOUT_SECONDS } from "../../platform/http/door.ts";
import { type TextPiece, whileTextChanges } from "../../records/documents/text-pieces.ts";

/** A document, and its extracted text in pieces. */
export interface DocumentToSend {
  readonly document: Omit<DocumentWithContent, "content">;
  readonly pieces: AsyncGenerator<TextPiece>;
}

/** A text that its client does not take for as long as connections may be idle is ended: it holds memory and a place. */
const UNREAD_MS = IDLE_TIMEOUT_SECONDS * 1000;

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
 * @param unreadMs How long its client may leave a piece.
 * @throws QuarryError `unavailable` if it changes each time.
 */
export async function contentResponse(
  read: () => Promise<DocumentToSend>,
  frame = documentFrame,
  unreadMs = UNREAD_MS,
): Promise<Response> {
  return whileTextChanges(async () => {
    const { document, pieces } = await read();
    return respond(frame(document), pieces, unreadMs);
  });
}

async function respond(
  [before, after]: readonly [string, string],
  pieces: DocumentToSend["pieces"],
  unreadMs: number,
): Promise<Response> {
  const first = await pieces.next();
  const piece = first.done ? { text: "", isLast: true } : first.value;
  const body = piece.isLast
    ? `${before}${escaped(piece)}${after}`
    : streamOf(toJson(before, piece, pieces, after), () => pieces.return(undefined), unreadMs);
  return new Response(body, { headers: { "content-type": "application/json" } });
}

const escaped = ({ text }: TextPiece) => JSON.stringify(text).slice(1, -1);

async function* toJson(
  before: string,
  first: TextPiece,
  others: AsyncGenerator<TextPiece>,
  after: string,
): AsyncGenerator<string> {
  yield before + escaped(first);
  for await (const piece of others) yield escaped(piece);
  yield after;
}

/** Streams texts as fast as the client takes them. @param end Called when it left, or takes nothing for `unreadMs`. */
function streamOf(
  texts: AsyncGenerator<string>,
  end: () => Promise<unknown>,
  unreadMs: number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let timer: Timer | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => wait(controller),
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = await texts.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
        wait(controller);
      },
      async cancel() {
        clearTimeout(timer);
        await end();
      },
    },
    { highWaterMark: 0 },
  );

  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    timer = setTimeout(() => {
      controller.error(new Error("The client does not read the text."));
      void end();
    }, unreadMs);
    timer.unref();
  }
}
