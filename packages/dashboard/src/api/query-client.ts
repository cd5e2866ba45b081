import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut, isTemporary } from "./errors.ts";
import { endSession } from "./session-state.ts";

const RETRY_MS = 4_000;

function observe(error: unknown): void {
  if (isSignedOut(error)) endSession();
}

/** The cache of answers. A page that failed for the moment tries again by itself. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: observe }),
  mutationCache: new MutationCache({ onError: observe }),
  defaultOptions: {
    queries: {
      // The SDK retries.
      retry: false,
      staleTime: 2_000,
      refetchInterval: ({ state }) =>
        state.status === "error" && isTemporary(state.error) ? RETRY_MS : false,
    },
    mutations: { retry: false },
  },
});
