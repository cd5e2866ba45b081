import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Person } from "./api/account.ts";
import { personQuery } from "./api/person-query.ts";
import { queryClient } from "./api/query-client.ts";
import { loadAllPages, router } from "./router.tsx";

/** After the first page was shown. */
const LOAD_ALL_AFTER_MS = 3_000;

/** Shows the dashboard in the page. `person` is who is signed in, as asked for ahead. */
export function showApp(person: Promise<Person>): void {
  void queryClient.prefetchQuery({ ...personQuery, queryFn: () => person });
  const place = document.getElementById("app");
  if (place)
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  setTimeout(loadAllPages, LOAD_ALL_AFTER_MS);
}
