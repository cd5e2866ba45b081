/** One block of a stream of server-sent events. */
export interface ServerSentBlock {
  /** Where the reader is after it; undefined when it says nothing of that. */
  readonly id: string | undefined;
  /** Undefined when there is nothing to hand on. */
  readonly data: string | undefined;
}

/** Reads a stream of server-sent events; also its comments make a block, as a sign of life. */
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
