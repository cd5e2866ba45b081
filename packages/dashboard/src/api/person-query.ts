import { queryOptions } from "@tanstack/react-query";
import { type Person, readPerson } from "./account.ts";

/** Who was signed in when the server wrote the page, which holds it. */
export const firstPerson = JSON.parse(
  document.querySelector<HTMLMetaElement>("meta[name=person]")?.content ?? "",
) as Person;

/** Who is signed in. */
export const personQuery = queryOptions({
  queryKey: ["me"],
  queryFn: readPerson,
  initialData: firstPerson,
  staleTime: 60_000,
});
