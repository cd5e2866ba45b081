/**
 * The libraries of the first load. It is an entry point of the build, so the bundler moves them into files of their own,
 * which browsers keep when only our own code changes.
 */
export {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
export {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
export { createRoot } from "react-dom/client";
