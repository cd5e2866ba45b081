import type { Query } from "@tanstack/react-query";
import { isTemporary } from "./errors.ts";

/** Time after which what failed for the moment is asked again. */
export const RETRY_MS = 4_000;

/**
 * The `refetchInterval` of a query: what failed for the moment is asked again soon, as the page says.
 * @param intervalMs Time between two answers, which may depend on the last one; false to ask once.
 */
export function refreshEvery<Data>(
  intervalMs: number | false | ((data: Data | undefined) => number | false),
): (query: { readonly state: Pick<Query<Data>["state"], "status" | "error" | "data"> }) => number | false {
  return ({ state: { status, error, data } }) => {
    if (status === "error" && isTemporary(error)) return RETRY_MS;
    return typeof intervalMs === "function" ? intervalMs(data) : intervalMs;
  };
}
