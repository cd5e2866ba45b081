import type { Quarry, UsageResponse } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";

/** What the organization uses, and its limits. */
export function usageQuery(quarry: Quarry) {
  return queryOptions({
    queryKey: ["usage"],
    queryFn: async ({ signal }): Promise<UsageResponse["usage"]> =>
      (await quarry.usage.get({ signal })).usage,
  });
}
