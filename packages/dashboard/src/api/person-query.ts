import { queryOptions } from "@tanstack/react-query";
import { readPerson } from "./account.ts";

/** Who is signed in. */
export const personQuery = queryOptions({ queryKey: ["me"], queryFn: readPerson, staleTime: 60_000 });
