import { useSyncExternalStore } from "react";
import { lastTrouble, onTrouble, type Trouble } from "./trouble.ts";

const offline: Trouble = { kind: "offline" };

function subscribe(listener: () => void): () => void {
  const end = onTrouble(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    end();
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Why the page waits; undefined while all is well. */
export function useTrouble(): Trouble | undefined {
  return useSyncExternalStore(subscribe, () => (navigator.onLine ? lastTrouble() : offline));
}
