/** Why a signal aborted. React Native's signals have no reason. */
export function abortReason(signal: AbortSignal | undefined): unknown {
  return signal?.reason ?? new Error("The call was aborted.");
}

/** Like the signal's own method, which React Native lacks. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortReason(signal);
}

/** Aborts `controller` when `signal` aborts, with the same reason. Returns a function that removes the listener. */
export function followSignal(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const follow = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener("abort", follow, { once: true });
  return () => signal?.removeEventListener("abort", follow);
}
