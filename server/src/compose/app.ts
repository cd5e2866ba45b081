import { Elysia } from "elysia";
import { challenge, discoveryRoutes } from "../modules/accounts/assistants/discovery-routes.ts";
import { accountRoutes } from "../modules/accounts/index.ts";
import { PAGES, parameter } from "../modules/accounts/page-paths.ts";
import { accountPageRoutes } from "../modules/accounts/pages/page-routes.ts";
import { archiveRoutes } from "../modules/archives/index.ts";
import { auditRoutes } from "../modules/audit/index.ts";
import { bulkRoutes } from "../modules/bulk/index.ts";
import { dashboardRoutes } from "../modules/dashboard/index.ts";
import { difyError } from "../modules/dify/dify-error.ts";
import { DIFY_PREFIX, difyRoutes } from "../modules/dify/index.ts";
import { documentPageRoutes } from "../modules/documents/document-page-routes.ts";
import { documentRoutes, documentsOfSpaceRoutes } from "../modules/documents/index.ts";
import { parseRoutes } from "../modules/documents/parse-routes.ts";
import { partRoutes, partsOfSpaceRoutes } from "../modules/documents/part-routes.ts";
import { previewRoutes } from "../modules/documents/preview-routes.ts";
import { uploadRoutes } from "../modules/documents/upload-routes.ts";
import { evaluationRoutes } from "../modules/evaluations/index.ts";
import { runRoutes } from "../modules/evaluations/run-routes.ts";
import { eventRoutes } from "../modules/events/index.ts";
import { healthRoutes } from "../modules/health/index.ts";
import { keyRoutes } from "../modules/keys/index.ts";
import { mcpRoutes } from "../modules/mcp/index.ts";
import type { Mcp } from "../modules/mcp/mcp.ts";
import { metricsRoutes } from "../modules/metrics/index.ts";
import { OPEN_AI_PREFIX, openAiRoutes } from "../modules/openai/index.ts";
import { openAiError } from "../modules/openai/open-ai-error.ts";
import { operatorRoutes } from "../modules/operator/index.ts";
import { queryRoutes } from "../modules/query/index.ts";
import { questionRoutes } from "../modules/questions/index.ts";
import { describeApi } from "../modules/reference/describe-api.ts";
import { spaceRoutes } from "../modules/spaces/index.ts";
import { usageRoutes } from "../modules/usage/index.ts";
import { webhookRoutes } from "../modules/webhooks/index.ts";
import { createAllowedMethods } from "../platform/http/allowed-methods.ts";
import { authorization } from "../platform/http/authorization.ts";
import { callDeadlines, notCarriedOut } from "../platform/http/call-deadline.ts";
import { crossOrigin } from "../platform/http/cross-origin.ts";
import { doorsOf, IDLE_TIMEOUT_SECONDS, largestBody } from "../platform/http/door.ts";
import { createErrorAnswer, errorMapper } from "../platform/http/errors.ts";
import { guideFiles } from "../platform/http/guide-files.ts";
import { createIdempotency } from "../platform/http/idempotency.ts";
import { createIdentify } from "../platform/http/identify.ts";
import { llmsPage } from "../platform/http/llms-page.ts";
import { observeRequests, type RequestObserver } from "../platform/http/observe-requests.ts";
import { jsonAnswers } from "../platform/http/one-piece.ts";
import { OPENAPI_DOORS, openApi } from "../platform/http/openapi.ts";
import { requestId } from "../platform/http/request-id.ts";
import { createMounts } from "../platform/http/responses.ts";
import { unknownRoutes } from "../platform/http/unknown-routes.ts";
import { within } from "../platform/limits/deadline.ts";
import { createAssistantAuthentication, createRequestAuthentication } from "./authentication.ts";
import type { Dependencies } from "./dependencies.ts";

/** Creates the HTTP application from the services. It neither listens on a port nor reads the environment. */
export function createApp(deps: Dependencies) {
  const { config, log, newId, services, rateLimits, tally, admission, uploads } = deps;
  const observers = requestObservers(deps);
  const authenticate = createRequestAuthentication({ ...deps, accounts: services.accounts });
  const { limits, timeoutsMs } = config;
  const identify = createIdentify({ authenticate, rateLimits, countCall: tally.count });
  const idempotency = createIdempotency(services.idempotency);
  const answerError = createErrorAnswer(log, { [OPEN_AI_PREFIX]: openAiError, [DIFY_PREFIX]: difyError });
  const mounts = createMounts(config.checksAnswers);
  const auth = authorization({ authenticate, identify, idempotency, limits, admission, uploads });
  const app = new Elysia({
    normalize: false,
    serve: {
      // The doors of the routes have lower limits, and answer with this API's error.
      maxRequestBodySize: largestBody(limits),
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      // Else Elysia turns it on unless NODE_ENV is "production": slower, and an error page would show source code.
      development: false,
      // Elysia shares its port by default: a second server would receive half of the first one's requests.
      reusePort: false,
    },
  })
    .use(requestId(newId))
    .use(observeRequests(observers))
    .use(jsonAnswers())
    .use(crossOrigin())
    .use(idempotency.plugin())
    .use(callDeadlines(timeoutsMs, answerError))
    .use(errorMapper(answerError))
    .use(auth)
    .use(openApi(auth, describeApi))
    .use(llmsPage(auth))
    .use(guideFiles(auth))
    .get("/", ({ request, redirect }) => redirect(startOf(request)), {
      publicDoor: { body: "none", cost: "light" },
      detail: { hide: true },
    });

  app
    .use(discoveryRoutes(auth, services.accounts))
    .use(accountRoutes(auth, services.accounts))
    .use(accountPageRoutes(auth, { db: deps.db, accounts: services.accounts }))
    .use(documentPageRoutes(auth, services))
    .use(dashboardRoutes(auth));
  if (deps.metrics && config.metricsToken) app.use(metricsRoutes(auth, deps.metrics, config.metricsToken));
  for (const mount of mounts("health")) app.use(healthRoutes(auth, deps.readiness, mount));
  for (const mount of mounts("spaces")) {
    app.use(spaceRoutes(auth, services.spaces, mount));
    app.use(archiveRoutes(auth, services.archives, mount));
    app.use(previewRoutes(auth, services.previewChunking, mount));
  }
  for (const mount of mounts("documents")) {
    app.use(uploadRoutes(auth, services.ingest, limits, mount));
    app.use(parseRoutes(auth, services.parsing, limits, mount));
    app.use(documentsOfSpaceRoutes(auth, services.documents, mount));
    app.use(documentRoutes(auth, services, limits.maxFileBytes, mount));
    app.use(partsOfSpaceRoutes(auth, services.documents, mount));
    app.use(partRoutes(auth, services.documents, mount));
    app.use(bulkRoutes(auth, services.bulk, mount));
  }
  for (const mount of mounts("query")) app.use(queryRoutes(auth, services, mount));
  for (const mount of mounts("keys")) app.use(keyRoutes(auth, services.keys, mount));
  for (const mount of mounts("events")) app.use(eventRoutes(auth, services.events, mount));
  for (const mount of mounts("webhooks")) app.use(webhookRoutes(auth, services.webhooks, mount));
  for (const mount of mounts("usage")) app.use(usageRoutes(auth, services.usage, mount));
  for (const mount of mounts("audit")) app.use(auditRoutes(auth, services.audit, mount));
  for (const mount of mounts("questions")) app.use(questionRoutes(auth, services.questionLog, mount));
  for (const mount of mounts("operator")) app.use(operatorRoutes(auth, deps.operator, mount));
  for (const mount of mounts("evaluations")) {
    app.use(evaluationRoutes(auth, services.evaluations, mount));
    app.use(runRoutes(auth, services.evaluations, mount));
  }
  const { openAi, ingest } = services;
  const allowedMethods = createAllowedMethods(() => app.routes);
  app
    .use(openAiRoutes({ auth, identify, services: openAi, ingest, limits: config.limits, allowedMethods }))
    .use(difyRoutes(auth, services.queries));
  const authenticateAssistant = createAssistantAuthentication({ ...deps, accounts: services.accounts });
  const identifyAssistant = createIdentify({
    ...{ authenticate: authenticateAssistant, rateLimits, countCall: tally.count },
  });
  app.use(
    mcpRoutes(auth, {
      identify: (context) => within(timeoutsMs.light, identifyAssistant(context), { refusal: notCarriedOut }),
      challenge: (request) => challenge(services.accounts, request),
      mcp: createLazyMcp(deps),
      uploads,
    }),
  );
  app.use(unknownRoutes(auth, identify, allowedMethods));
  doorsOf(app.routes, OPENAPI_DOORS);
  return app;
}

/** What watches requests: metrics and traces, and the log at its lowest level. */
function requestObservers({ config, log, telemetry }: Dependencies): RequestObserver[] {
  const counted = telemetry ? [telemetry.onRequest] : [];
  if (config.log.level !== "debug") return counted;
  return [
    ...counted,
    ({ requestId, method, route, status, durationMs }) =>
      log.debug("request", { requestId, method, route, status, durationMs: Math.round(durationMs) }),
  ];
}

/** Loads the MCP library with the first message of an assistant. */
function createLazyMcp({ services, config, log }: Dependencies): () => Promise<Mcp> {
  let loaded: Promise<Mcp> | undefined;
  return () => {
    loaded ??= import("../modules/mcp/mcp.ts").then(({ createMcp }) =>
      createMcp({
        ...{ services, limits: config.limits, log },
        publicUrl: () => services.accounts.addresses().publicUrl,
      }),
    );
    return loaded;
  };
}

/** Where to redirect a browser: to the error page after an invalid link from an email, else to the home page. */
function startOf(request: Request): string {
  const error = parameter(request, "error");
  return error === "" ? PAGES.home : `${PAGES.problem}?${new URLSearchParams({ error })}`;
}
