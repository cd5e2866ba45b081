import { useMe } from "../api/person.tsx";
import { useIsOperator } from "../operator/operator-queries.ts";
import { FURTHER_PAGES, isForAdmins } from "./pages.ts";

/** The further pages that the person may open. */
export function useFurtherPages(): readonly (typeof FURTHER_PAGES)[number][] {
  const { may } = useMe();
  const isOperator = useIsOperator();
  return FURTHER_PAGES.filter((page) =>
    page[0] === "/operator" ? isOperator : may("apikeys:write") || !isForAdmins(page),
  );
}
