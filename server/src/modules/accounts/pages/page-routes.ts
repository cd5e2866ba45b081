import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import type { AccountService } from "../service.ts";
import { consentRoutes } from "./consent-routes.ts";
import { entryRoutes } from "./entry-routes.ts";
import { homeRoutes } from "./home-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { setUpRoutes } from "./set-up-routes.ts";

/** All HTML pages of accounts. */
export function accountPageRoutes(deps: { readonly db: Database; readonly accounts: AccountService }) {
  return new Elysia()
    .use(entryRoutes(deps.accounts))
    .use(setUpRoutes(deps.accounts))
    .use(invitationRoutes(deps))
    .use(consentRoutes(deps))
    .use(homeRoutes(deps));
}
