import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { listAssistants } from "../assistants/assistant-rows.ts";
import { PAGES } from "../page-paths.ts";
import { listOrganizationsOf } from "../people/membership-rows.ts";
import type { AccountService } from "../service.ts";
import { createFormPost, formDoor, pageDoor } from "./form-post.ts";
import { homePage } from "./home-page.ts";

/** The home page of people. */
export function homeRoutes(
  auth: Authorization,
  { db, accounts }: { readonly db: Database; readonly accounts: AccountService },
) {
  const post = createFormPost(accounts);
  return new Elysia()
    .use(auth)
    .get(
      PAGES.home,
      async ({ request, redirect }) => {
        const person = await accounts.signedIn(request);
        if (!person) return redirect(PAGES.signIn);
        const { id, email } = person.user;
        return homePage({
          email,
          activeId: person.session.activeOrganizationId ?? null,
          organizations: await listOrganizationsOf(db, id),
          assistants: await listAssistants(db, id),
        });
      },
      pageDoor(),
    )
    .post(
      `${PAGES.home}/organization`,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { organizationId, oauth_query: oauthQuery } = form.fields;
        const { redirect } = await form.submit("/organization/set-active", { organizationId });
        const isAuthorizing = oauthQuery !== undefined && /^[\x21-\x7e]+$/.test(oauthQuery);
        return redirect(isAuthorizing ? `${PAGES.consent}?${oauthQuery}` : PAGES.home);
      },
      formDoor(),
    )
    .post(
      `${PAGES.home}/assistant`,
      async ({ maxBytes, request, server, redirect }) => {
        const form = await post({ request, server, maxBytes });
        const person = await accounts.signedIn(request);
        if (!person) return redirect(PAGES.signIn, 303);
        await accounts.revokeConsent(person, form.fields.id ?? "").catch((error: unknown) => {
          // Already revoked.
          if (!QuarryError.isInstance(error) || error.code !== "not_found") throw error;
        });
        return redirect(PAGES.home, 303);
      },
      formDoor(),
    );
}
