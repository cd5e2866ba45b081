import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { personQuery } from "./api/person-query.ts";
import { queryClient } from "./api/query-client.ts";
import { loadAllPages, router } from "./router.tsx";

/** A page that is not read after this time is shown as it is, and says that it loads. */
const SHOW_AFTER_MS = 500;
/** The time for the first page alone. */
const SHOWN_FOR_MS = 3_000;

/** Shows the dashboard in the page. `read` ends when the content of the first page is read, or cannot be. */
export async function showApp(read: Promise<void>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, SHOW_AFTER_MS));
  await Promise.race([late, Promise.allSettled([read, router.load()])]);
  const place = document.getElementById("app");
  if (place)
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
  setTimeout(() => {
    loadAllPages();
    // The server prolongs a session when it is asked who is signed in.
    void queryClient.refetchQueries(personQuery);
  }, SHOWN_FOR_MS);
}
