import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { loadAllPages, router } from "./router.tsx";

/** After the first page was shown. */
const LOAD_ALL_AFTER_MS = 3_000;

/** Shows the dashboard in the page. */
export function showApp(): void {
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
