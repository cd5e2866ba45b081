import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { loadPart } from "./api/load-part.ts";
import { NotFound } from "./components/not-found.tsx";
import { readDocumentSearch } from "./document/document-search.ts";
import { DocumentsPage } from "./documents/documents-page.tsx";
import { readDocumentsSearch } from "./documents/documents-search.ts";
import { readPlaygroundSearch } from "./playground/playground-search.ts";
import { Shell } from "./shell/shell.tsx";
import { SpacesPage } from "./spaces/spaces-page.tsx";
import { readSpacesSearch } from "./spaces/spaces-search.ts";
import { readStartSearch } from "./start/start-search.ts";

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

const playground = createRoute({
  getParentRoute: () => root,
  path: "/playground",
  validateSearch: readPlaygroundSearch,
  component: lazyRouteComponent(
    () => loadPart(() => import("./playground/playground-page.tsx")),
    "PlaygroundPage",
  ),
});

const document = createRoute({
  getParentRoute: () => root,
  path: "/spaces/$spaceId/documents/$documentId",
  validateSearch: readDocumentSearch,
  component: lazyRouteComponent(() => loadPart(() => import("./document/document-page.tsx")), "DocumentPage"),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: "/keys",
  component: lazyRouteComponent(() => loadPart(() => import("./keys/keys-page.tsx")), "KeysPage"),
});

const people = createRoute({
  getParentRoute: () => root,
  path: "/people",
  component: lazyRouteComponent(() => loadPart(() => import("./people/people-page.tsx")), "PeoplePage"),
});

const usage = createRoute({
  getParentRoute: () => root,
  path: "/usage",
  component: lazyRouteComponent(() => loadPart(() => import("./usage/usage-page.tsx")), "UsagePage"),
});

const start = createRoute({
  getParentRoute: () => root,
  path: "/start",
  validateSearch: readStartSearch,
  component: lazyRouteComponent(() => loadPart(() => import("./start/start-page.tsx")), "StartPage"),
});

const evaluations = createRoute({
  getParentRoute: () => root,
  path: "/spaces/$spaceId/evaluations",
  component: lazyRouteComponent(
    () => loadPart(() => import("./evaluations/evaluations-page.tsx")),
    "EvaluationsPage",
  ),
});

const evaluation = createRoute({
  getParentRoute: () => root,
  path: "/spaces/$spaceId/evaluations/$evaluationId",
  component: lazyRouteComponent(
    () => loadPart(() => import("./evaluations/evaluation-page.tsx")),
    "EvaluationPage",
  ),
});

const assistants = createRoute({
  getParentRoute: () => root,
  path: "/assistants",
  component: lazyRouteComponent(
    () => loadPart(() => import("./assistants/assistants-page.tsx")),
    "AssistantsPage",
  ),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: "/webhooks",
  component: lazyRouteComponent(() => loadPart(() => import("./webhooks/webhooks-page.tsx")), "WebhooksPage"),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: "/webhooks/$webhookId",
  component: lazyRouteComponent(() => loadPart(() => import("./webhooks/webhook-page.tsx")), "WebhookPage"),
});

const questions = createRoute({
  getParentRoute: () => root,
  path: "/questions",
  component: lazyRouteComponent(
    () => loadPart(() => import("./questions/questions-page.tsx")),
    "QuestionsPage",
  ),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  component: lazyRouteComponent(() => loadPart(() => import("./audit/audit-page.tsx")), "AuditPage"),
});

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  component: lazyRouteComponent(() => loadPart(() => import("./operator/operator-page.tsx")), "OperatorPage"),
});

/** The router of the dashboard, below `/app`. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, start, spaces, documents, document, playground, evaluations, evaluation],
    ...[keys, people, assistants, webhooks, webhook, questions, usage, audit, operator],
  ]),
  basepath: "/app",
  scrollRestoration: true,
  defaultPreload: "intent",
});

/** Loads the parts of all pages, which are small, so that they are there when the server is not. */
export function loadAllPages(): void {
  for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route);
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
