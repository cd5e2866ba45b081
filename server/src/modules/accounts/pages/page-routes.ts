import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import type { Authorization } from "../../../platform/http/authorization.ts";
import type { AccountService } from "../service.ts";
import { consentRoutes } from "./consent-routes.ts";
import { entryRoutes } from "./entry-routes.ts";
import { homeRoutes } from "./home-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { setUpRoutes } from "./set-up-routes.ts";

/** All HTML pages of accounts. */
export function accountPageRoutes(
  auth: Authorization,
  deps: { readonly db: Database; readonly accounts: AccountService },
) {
  return new Elysia()
    .use(entryRoutes(auth, deps.accounts))
    .use(setUpRoutes(auth, deps.accounts))
    .use(invitationRoutes(auth, deps))
    .use(consentRoutes(auth, deps))
    .use(homeRoutes(auth, deps));
}
