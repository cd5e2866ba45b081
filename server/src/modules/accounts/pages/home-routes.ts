import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { listAssistants } from "../assistants/assistant-rows.ts";
import { PAGES } from "../page-paths.ts";
import { listOrganizationsOf } from "../people/membership-rows.ts";
import type { AccountService } from "../service.ts";
import { accountPage } from "./account-page.ts";
import { dashboardPage } from "./dashboard-page.ts";
import { createFormPost, formDoor, pageDoor } from "./form-post.ts";
import { readPagePerson } from "./page-person.ts";
import { pageText } from "./page-text.ts";

/** The dashboard, and the page of the account. People who are not signed in see the sign-in page first. */
export function homeRoutes(
  auth: Authorization,
  { db, accounts }: { readonly db: Database; readonly accounts: AccountService },
) {
  const post = createFormPost(accounts);

  async function dashboard({ request }: { readonly request: Request }): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    // A program whose base URL ends with /app.
    if (pathname.startsWith(`${PAGES.home}/api/`))
      throw new QuarryError("not_found", `The API is at /api. Leave ${PAGES.home} out of the base URL.`);
    const person = await accounts.signedIn(request);
    if (person) return dashboardPage(request, await readPagePerson(db, person));
    return new Response(null, { status: 302, headers: { location: signInFor(pathname + search) } });
  }

  return new Elysia()
    .use(auth)
    .get(PAGES.home, dashboard, pageDoor())
    .get(`${PAGES.home}/*`, dashboard, pageDoor())
    .get(
      PAGES.account,
      async ({ request, redirect }) => {
        const person = await accounts.signedIn(request);
        if (!person) return redirect(signInFor(PAGES.account));
        const { id, email } = person.user;
        return accountPage(pageText(request), {
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
        return redirect(isAuthorizing ? `${PAGES.consent}?${oauthQuery}` : PAGES.account);
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
        return redirect(PAGES.account, 303);
      },
      formDoor(),
    );
}

/** The sign-in page that leads on to a page. */
function signInFor(path: string): string {
  return path === PAGES.home ? PAGES.signIn : `${PAGES.signIn}?${new URLSearchParams({ next: path })}`;
}
