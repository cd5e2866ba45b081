import type { PluginDeadline } from "./plugin-deadline.ts";

/** The sender of a stream failed, which is not the store's fault. Its error is the cause. */
export class SenderFailed extends Error {
  override readonly name = "SenderFailed";
}

/** A stream that a store takes in. The time in which it waits for the sender does not count for the store. */
export interface SentPieces {
  /** The pieces, for the store. Call it once. */
  pieces(deadline: PluginDeadline): AsyncIterable<Uint8Array>;
  /** The error to report for an error of the store: the sender's when that came first. */
  errorOf(storeError: unknown): unknown;
  /** Ends the stream, also when the store has not read it to its end. A store that goes on reading gets an error. */
  end(): void;
}

/** Prepares what a sender sends. */
export function sendPieces(bytes: AsyncIterable<Uint8Array>): SentPieces {
  const sender = bytes[Symbol.asyncIterator]();
  let failure: SenderFailed | undefined;
  let isOver = false;

  async function next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await sender.next();
    } catch (cause) {
      failure = new SenderFailed("the sender failed", { cause });
      throw cause;
    }
  }

  return {
    async *pieces(deadline) {
      for (;;) {
        if (isOver) throw new Error("the upload was given up");
        deadline.pause();
        const { value, done } = await next();
        if (isOver) throw new Error("the upload was given up");
        deadline.restart();
        if (done) return;
        yield value;
      }
    },
    errorOf: (storeError) => failure ?? storeError,
    end() {
      isOver = true;
      // Not awaited: the sender may hang.
      void sender.return?.()?.catch(() => undefined);
    },
  };
}
