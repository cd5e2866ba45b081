import { Elysia } from "elysia";
import type { Dependencies } from "./dependencies.ts";
import { authorization } from "./http/authorization.ts";
import { errorMapper } from "./http/errors.ts";
import { openApi } from "./http/openapi.ts";
import { createRateLimits } from "./http/rate-limits.ts";
import { requestId } from "./http/request-id.ts";
import { mounts } from "./http/responses.ts";
import { unknownRoutes } from "./http/unknown-routes.ts";
import { documentRoutes, documentsOfSpaceRoutes } from "./modules/documents/index.ts";
import { partRoutes, partsOfSpaceRoutes } from "./modules/documents/part-routes.ts";
import { uploadRoutes } from "./modules/documents/upload-routes.ts";
import { evaluationRoutes } from "./modules/evaluations/index.ts";
import { runRoutes } from "./modules/evaluations/run-routes.ts";
import { eventRoutes } from "./modules/events/index.ts";
import { healthRoutes } from "./modules/health/index.ts";
import { keyRoutes } from "./modules/keys/index.ts";
import { queryRoutes } from "./modules/query/index.ts";
import { spaceRoutes } from "./modules/spaces/index.ts";
import { webhookRoutes } from "./modules/webhooks/index.ts";

/** The longest that Bun allows: a synchronous upsert of a large document may take minutes. */
const IDLE_TIMEOUT_SECONDS = 255;

/** The application: routes over services. It listens to nothing and reads no environment. */
export function createApp(deps: Dependencies) {
  const { config, clock, log, newId, services } = deps;
  const { authenticate } = deps.authenticator;
  const { maxBodyBytes, maxFileBytes } = config.limits;
  const { plugin: auth, identify } = authorization({
    authenticate,
    rateLimits: createRateLimits(clock),
    maxBodyBytes,
  });
  const app = new Elysia({
    normalize: false,
    // Bodies are bounded where they are read, with an answer of ours.
    // Elysia shares its port by default: a second server would take half of the first one's calls.
    serve: {
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      reusePort: false,
    },
  })
    .use(requestId(newId))
    .use(errorMapper(log))
    .use(openApi())
    .get("/", ({ redirect }) => redirect("/app"), { detail: { hide: true } })
    // The dashboard's place; until there is one, the reference is what a browser can look at.
    .get("/app", ({ redirect }) => redirect("/docs"), { detail: { hide: true } });

  for (const mount of mounts("health")) app.use(healthRoutes(deps, mount));
  for (const mount of mounts("spaces")) app.use(spaceRoutes(auth, services.spaces, mount));
  for (const mount of mounts("documents")) {
    app.use(uploadRoutes(auth, services.documents, config.limits, mount));
    app.use(documentsOfSpaceRoutes(auth, services.documents, mount));
    app.use(documentRoutes(auth, services.documents, maxFileBytes, mount));
    app.use(partsOfSpaceRoutes(auth, services.documents, mount));
    app.use(partRoutes(auth, services.documents, mount));
  }
  for (const mount of mounts("query")) app.use(queryRoutes(auth, services, mount));
  for (const mount of mounts("keys")) app.use(keyRoutes(auth, services.keys, mount));
  for (const mount of mounts("events")) app.use(eventRoutes(auth, services.events, mount));
  for (const mount of mounts("webhooks")) app.use(webhookRoutes(auth, services.webhooks, mount));
  for (const mount of mounts("evaluations")) {
    app.use(evaluationRoutes(auth, services.evaluations, mount));
    app.use(runRoutes(auth, services.evaluations, mount));
  }
  return app.use(unknownRoutes(identify));
}
