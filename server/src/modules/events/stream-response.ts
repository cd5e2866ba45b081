/** Creates a response that streams a generator, only as fast as the client reads. Aborts the signal when it disconnects. */
export async function streamResponse(
  open: (signal: AbortSignal) => Promise<AsyncGenerator<string>>,
): Promise<Response> {
  const reader = new AbortController();
  const pieces = await open(reader.signal);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (!done) controller.enqueue(encoder.encode(value));
        else if (!reader.signal.aborted) controller.close();
      },
      async cancel() {
        reader.abort();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      // Stops nginx from buffering small events.
      "x-accel-buffering": "no",
    },
  });
}
