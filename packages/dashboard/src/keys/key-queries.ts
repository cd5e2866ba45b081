import type { ApiKey, Quarry } from "@quarry/sdk";

/** All API keys of the organization, newest first. */
export function keysQuery(quarry: Quarry) {
  return {
    queryKey: ["keys"],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ApiKey[]> => {
      const all: ApiKey[] = [];
      for await (const key of quarry.apiKeys.list({ pageSize: 100 }, { signal })) all.push(key);
      return all;
    },
  };
}
