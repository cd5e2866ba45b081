/** One block of a server-sent event stream. */
export interface ServerSentBlock {
  /** The last event id; undefined if the block has none. */
  readonly id: string | undefined;
  /** Undefined if the block carries no event. */
  readonly data: string | undefined;
}

/**
 * Reads a server-sent event stream. Comments also yield a block, because they show that the connection is alive. Ends
 * if nothing arrives within `idleMs`, or when the signal aborts.
 */
export async function* readBlocks(
  body: ReadableStream<Uint8Array>,
  options: { readonly idleMs: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<ServerSentBlock, void, undefined> {
  const { idleMs, signal } = options;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const timer = setTimeout(cancel, idleMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? "";
      yield* blocks.map(readBlock);
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
    cancel();
  }
}

function readBlock(text: string): ServerSentBlock {
  const lines = text.split(/\r?\n/);
  const valuesOf = (name: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  const data = valuesOf("data");
  return { id: valuesOf("id").at(-1), data: data.length > 0 ? data.join("\n") : undefined };
}
