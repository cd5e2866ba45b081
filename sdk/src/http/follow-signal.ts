/** Aborts `controller` when `signal` aborts, with the same reason. Returns a function that removes the listener. */
export function followSignal(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const follow = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener("abort", follow, { once: true });
  return () => signal?.removeEventListener("abort", follow);
}
