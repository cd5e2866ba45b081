import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { DocumentsPage } from "./documents/documents-page.tsx";
import { readDocumentsSearch } from "./documents/documents-search.ts";
import { NotFound } from "./shell/not-found.tsx";
import { Shell } from "./shell/shell.tsx";
import { SpacesPage } from "./spaces/spaces-page.tsx";
import { readSpacesSearch } from "./spaces/spaces-search.ts";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/spaces", replace: true });
  },
});

const spaces = createRoute({
  getParentRoute: () => root,
  path: "/spaces",
  validateSearch: readSpacesSearch,
  component: SpacesPage,
});

const documents = createRoute({
  getParentRoute: () => root,
  path: "/spaces/$spaceId",
  validateSearch: readDocumentsSearch,
  component: DocumentsPage,
});

/** The router of the dashboard, below `/app`. */
export const router = createRouter({
  routeTree: root.addChildren([home, spaces, documents]),
  basepath: "/app",
  scrollRestoration: true,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
