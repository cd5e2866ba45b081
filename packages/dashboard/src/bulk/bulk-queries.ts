import type { BulkOperation, BulkRequest, CallOptions, Quarry } from "@quarry/sdk";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";
import { refreshEvery } from "../api/refresh-every.ts";

const REFRESH_MS = 1_000;
const SHOWN = 10;

/** True while the server still works on an operation, or will. */
export function isUnfinished({ state }: BulkOperation): boolean {
  return state === "waiting" || state === "running";
}

/** The latest operations of a space, again and again while one of them is unfinished. */
export function operationsQuery(quarry: Quarry, spaceId: string) {
  return queryOptions({
    queryKey: ["bulk", spaceId],
    queryFn: async ({ signal }): Promise<readonly BulkOperation[]> =>
      (await quarry.bulk.list({ spaceId, pageSize: SHOWN }, { signal })).data,
    refetchInterval: refreshEvery((data) => (data?.some(isUnfinished) ? REFRESH_MS : false)),
  });
}

/** Starts an operation on documents of a space. */
export function useBulk(spaceId: string, onStarted: (operation: BulkOperation) => void) {
  const { quarry } = useMe();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ call, ...request }: Omit<BulkRequest, "spaceId"> & { call?: CallOptions }) =>
      (await quarry.bulk.start({ ...request, spaceId }, call)).operation,
    onSuccess: (operation) => {
      onStarted(operation);
      return queries.invalidateQueries({ queryKey: ["bulk", spaceId] });
    },
    // More documents than the list showed are refused; it shows them then.
    onError: () => queries.invalidateQueries({ queryKey: ["documents", spaceId] }),
  });
}
