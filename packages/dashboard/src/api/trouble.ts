import type { Fetch } from "@quarry/sdk";

/** Why the page waits for the server. */
export type Trouble =
  | { readonly kind: "offline" | "unreachable" | "busy" | "slow" }
  | { readonly kind: "limited"; readonly untilMs: number };

const SLOW_MS = 6_000;
/** A report is forgotten after this time, because the call may not be repeated. */
const FORGET_MS = 15_000;
const RETRY_AFTER_SECONDS = 5;

let current: Trouble | undefined;
let forgetting: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(trouble: Trouble | undefined, forMs = FORGET_MS): void {
  clearTimeout(forgetting);
  if (trouble) forgetting = setTimeout(() => set(undefined), forMs);
  if (trouble?.kind === current?.kind && trouble?.kind !== "limited") return;
  current = trouble;
  for (const listener of listeners) listener();
}

/** True until a limit is over: an answer to another call does not end it. */
function isLimited(): boolean {
  return current?.kind === "limited" && Date.now() < current.untilMs;
}

/** Sends like `send` does, and reports when an answer is late, refused for the moment, or missing. */
export function watched(send: Fetch): Fetch {
  return async (url, init) => {
    const isQuick = (init.method ?? "GET") === "GET" || /\/api\/query\b/.test(url);
    const slow = isQuick ? setTimeout(() => set({ kind: "slow" }), SLOW_MS) : undefined;
    try {
      const response = await send(url, init);
      const { status } = response;
      if (status === 429) {
        const waitMs = 1000 * (Number(response.headers.get("retry-after")) || RETRY_AFTER_SECONDS);
        set({ kind: "limited", untilMs: Date.now() + waitMs }, waitMs);
      } else if (status >= 502 && status <= 504) set({ kind: "busy" });
      else if (!isLimited()) set(undefined);
      return response;
    } catch (error) {
      if (!init.signal?.aborted) set({ kind: "unreachable" });
      throw error;
    } finally {
      clearTimeout(slow);
    }
  };
}

/** Calls a listener when the reason to wait changes. Returns a function that ends it. */
export function onTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last report; undefined while all is well. */
export function lastTrouble(): Trouble | undefined {
  return current;
}
