import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import { DASHBOARD_ASSETS, dashboardFiles } from "../../platform/http/dashboard-files.ts";

/** The dashboard's scripts and style. `modules/accounts/pages` serves its page, which needs a session. */
export function dashboardRoutes(auth: Authorization) {
  return new Elysia().use(auth).get(
    `${DASHBOARD_ASSETS}/:name`,
    ({ params, request }) => {
      const found = dashboardFiles().asset(params.name, request);
      // A page that was open during an upgrade asks for a script of the version before.
      if (!found) throw new QuarryError("not_found", "This file is of another version. Reload the page.");
      return found;
    },
    { publicDoor: { body: "none", cost: "light" }, detail: { hide: true } },
  );
}
