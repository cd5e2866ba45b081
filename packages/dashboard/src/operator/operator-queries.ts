import type { OperatorState, Quarry } from "@quarry/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMe } from "../api/person.tsx";

/** The state of the service. */
export function operatorQuery(quarry: Quarry) {
  return queryOptions({
    queryKey: ["operator"],
    queryFn: async ({ signal }): Promise<OperatorState> => (await quarry.operator.get({ signal })).operator,
  });
}

/** True when the person may see the operator's page. Only owners are asked about at the server. */
export function useIsOperator(): boolean {
  const { quarry, person } = useMe();
  const isOwner = person.organization?.role === "owner";
  const { isSuccess } = useQuery({
    ...operatorQuery(quarry),
    enabled: isOwner,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isOwner && isSuccess;
}
