import type { Quarry, UsageHistoryResponse, UsageResponse } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import { refreshEvery } from "../api/refresh-every.ts";

const REFRESH_MS = 60_000;

/** What the organization uses, and its limits. */
export function usageQuery(quarry: Quarry) {
  return queryOptions({
    queryKey: ["usage"],
    queryFn: async ({ signal }): Promise<UsageResponse["usage"]> =>
      (await quarry.usage.get({ signal })).usage,
  });
}

/** What the organization used on each of the last days. */
export function usageHistoryQuery(quarry: Quarry) {
  return queryOptions({
    queryKey: ["usage", "history"],
    queryFn: async ({ signal }): Promise<UsageHistoryResponse["days"]> =>
      (await quarry.usage.history({}, { signal })).days,
    refetchInterval: refreshEvery(REFRESH_MS),
  });
}
