import { useSyncExternalStore } from "react";

let hasEnded = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  hasEnded = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that the server no longer knows the session. */
export function endSession(): void {
  set(true);
}

/** Reports that the person has signed in again. */
export function resumeSession(): void {
  set(false);
}

/** Resolves when the person has signed in again. */
export async function sessionResumed(): Promise<void> {
  while (hasEnded)
    await new Promise<void>((resolve) => {
      const end = subscribe(() => {
        end();
        resolve();
      });
    });
}

/** True after the session has ended, until the person signs in again. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded);
}
