import { QuarryError } from "@quarry/core";
import { ROLE_PERMISSIONS } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Caller } from "../../../platform/access/caller.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { findClient } from "../assistants/assistant-rows.ts";
import { OFFLINE_SCOPE } from "../assistants/scopes.ts";
import { PAGES } from "../page-paths.ts";
import { findOrganizationName, listOrganizationsOf } from "../people/membership-rows.ts";
import type { AccountService } from "../service.ts";
import { boxOf, type ConsentRequest, consentPage } from "./consent-page.ts";
import { messagePage, signInPage } from "./entry-pages.ts";
import { errorMessage } from "./error-messages.ts";
import { createFormPost, formDoor, pageDoor } from "./form-post.ts";
import { pageText } from "./page-text.ts";

/** The page on which a person allows or denies an assistant access. */
export function consentRoutes(
  auth: Authorization,
  { db, accounts }: { readonly db: Database; readonly accounts: AccountService },
) {
  const post = createFormPost(accounts);
  return new Elysia()
    .use(auth)
    .get(
      PAGES.consent,
      async ({ request }) => {
        const text = pageText(request);
        const caller = await accounts.sessionCaller(request).catch((error: unknown) => {
          if (!QuarryError.isInstance(error) || error.code !== "forbidden") throw error;
          return "in no organization" as const;
        });
        if (caller === "in no organization")
          return messagePage(
            text,
            { title: text.problem.title, message: errorMessage(text, 403, "NO_ORGANIZATION", "") },
            403,
          );
        const oauthQuery = new URL(request.url).search.slice(1);
        if (!caller) return signInPage(text, { oauthQuery });
        const consent = await readConsentRequest(db, caller, oauthQuery);
        return consent ? consentPage(text, consent) : messagePage(text, text.consent.unknown, 400);
      },
      pageDoor(),
    )
    .post(
      PAGES.consent,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { text } = form;
        const { oauth_query, accept, organizationId } = form.fields;
        const person = await accounts.signedIn(request);
        // The active organization changed in another tab, and consent would give access to the wrong one.
        if (person && accept === "true" && person.session.activeOrganizationId !== organizationId)
          return messagePage(text, text.consent.changed, 400);
        const isAllowed = accept === "true";
        const ticked = scopesOf(oauth_query).filter((scope) => form.fields[boxOf(scope)] !== undefined);
        if (isAllowed && !ticked.some((scope) => scope !== OFFLINE_SCOPE))
          return messagePage(text, text.consent.nothingTicked, 400);
        const outcome = await form.submit("/oauth2/consent", {
          ...{ accept: isAllowed, oauth_query },
          ...(isAllowed ? { scope: ticked.join(" ") } : {}),
        });
        if (outcome.problem === undefined && outcome.nextUrl) return outcome.redirect(outcome.nextUrl);
        const { title, brokenRequest } = text.problem;
        return messagePage(text, { title, message: brokenRequest }, 400);
      },
      formDoor(),
    );
}

function scopesOf(oauthQuery: string | undefined): string[] {
  return (new URLSearchParams(oauthQuery).get("scope") ?? "").split(" ").filter((scope) => scope !== "");
}

/** Reads what the consent page shows; undefined for a client that is not registered. */
async function readConsentRequest(
  db: Database,
  caller: Caller,
  oauthQuery: string,
): Promise<ConsentRequest | undefined> {
  const parameters = new URLSearchParams(oauthQuery);
  const client = await findClient(db, parameters.get("client_id") ?? "");
  if (!client) return undefined;
  const role = caller.role ?? "member";
  const allowed: readonly string[] = ROLE_PERMISSIONS[role];
  const organizations = await listOrganizationsOf(db, caller.actor.id);
  return {
    oauthQuery,
    clientName: client.name ?? undefined,
    clientHost: client.discoveredBy === null ? undefined : URL.parse(parameters.get("client_id") ?? "")?.host,
    redirectUri: parameters.get("redirect_uri") ?? "",
    scopes: scopesOf(oauthQuery),
    email: caller.actor.name,
    orgId: caller.orgId,
    organization: (await findOrganizationName(db, caller.orgId)) ?? caller.orgId,
    role,
    otherOrganizations: organizations.filter(({ orgId }) => orgId !== caller.orgId),
    may: (scope) => allowed.includes(scope),
  };
}
