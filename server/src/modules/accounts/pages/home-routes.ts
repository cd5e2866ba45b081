import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import { listAssistants, listOrganizationsOf } from "../assistants/assistant-queries.ts";
import { PAGES } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import { createFormPost } from "./form-post.ts";
import { homePage } from "./home-page.ts";

const HIDDEN = { parse: "none", detail: { hide: true } } as const;

/** The page that people come to, until there is a dashboard. */
export function homeRoutes({ db, accounts }: { readonly db: Database; readonly accounts: AccountService }) {
  const post = createFormPost(accounts);
  return new Elysia()
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
      HIDDEN,
    )
    .post(
      `${PAGES.home}/organization`,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { organizationId, oauth_query: oauthQuery } = form.fields;
        const { redirect } = await form.ask("/organization/set-active", { organizationId });
        const goesOn = oauthQuery !== undefined && /^[\x21-\x7e]+$/.test(oauthQuery);
        return redirect(goesOn ? `${PAGES.consent}?${oauthQuery}` : PAGES.home);
      },
      HIDDEN,
    )
    .post(
      `${PAGES.home}/assistant`,
      async ({ request, server, redirect }) => {
        const form = await post(request, server);
        const person = await accounts.signedIn(request);
        if (!person) return redirect(PAGES.signIn, 303);
        await accounts.letOut(person, form.fields.id ?? "").catch((error: unknown) => {
          // It is out already.
          if (!QuarryError.isInstance(error) || error.code !== "not_found") throw error;
        });
        return redirect(PAGES.home, 303);
      },
      HIDDEN,
    );
}
