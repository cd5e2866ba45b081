import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignedOut } from "./errors.ts";
import { refreshEvery } from "./refresh-every.ts";
import { endSession } from "./session-state.ts";

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
      refetchInterval: refreshEvery(false),
    },
    mutations: { retry: false },
  },
});
