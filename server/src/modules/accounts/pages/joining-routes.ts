import { QuarryError } from "@quarry/core";
import { ROLE_PERMISSIONS } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import { listOrganizationsOf } from "../assistants/assistant-queries.ts";
import { PAGES, parameter } from "../page-paths.ts";
import * as queries from "../people/queries.ts";
import type { AccountService } from "../service.ts";
import { consentPage } from "./consent-page.ts";
import * as entry from "./entry-pages.ts";
import { createFormPost } from "./form-post.ts";
import { invitationPage } from "./invitation-page.ts";
import { refusalWords } from "./refusal-words.ts";

const HIDDEN = { parse: "none", detail: { hide: true } } as const;

/** The pages to which a link leads: that of the first owner, of an invitation, and of an assistant that asks to be let in. */
export function joiningRoutes(deps: { readonly db: Database; readonly accounts: AccountService }) {
  const { db, accounts } = deps;
  const post = createFormPost(accounts);
  return new Elysia()
    .get(
      PAGES.setUp,
      async ({ request }) => {
        const token = parameter(request, "token");
        return (await accounts.maySetUp(token)) ? entry.setUpPage(token) : setUpIsOver();
      },
      HIDDEN,
    )
    .post(
      PAGES.setUp,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { token = "", email = "", name = "", password = "" } = form.fields;
        if (!(await accounts.maySetUp(token))) return setUpIsOver();
        try {
          await accounts.setUp(token, { email, name, password });
        } catch (error) {
          if (!QuarryError.isInstance(error)) throw error;
          return entry.setUpPage(token, { message: error.message, email, name });
        }
        return (await form.ask("/sign-in/email", { email, password })).redirect(PAGES.home);
      },
      HIDDEN,
    )
    .get(
      PAGES.invitation,
      async ({ request }) => {
        const id = parameter(request, "id");
        const invitation = await queries.findInvitation(db, id, new Date());
        if (!invitation) return invitationIsOver();
        const person = await accounts.signedIn(request);
        if (person) return invitationPage({ id, ...invitation }, person.user.email);
        return entry.signInPage({ next: `${PAGES.invitation}?id=${encodeURIComponent(id)}` });
      },
      HIDDEN,
    )
    .post(
      PAGES.invitation,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { id = "" } = form.fields;
        const { problem, redirect } = await form.ask("/organization/accept-invitation", { invitationId: id });
        if (problem === undefined) return redirect(PAGES.home);
        const invitation = await queries.findInvitation(db, id, new Date());
        const person = await accounts.signedIn(request);
        return invitation && person
          ? invitationPage({ id, ...invitation }, person.user.email, problem)
          : invitationIsOver();
      },
      HIDDEN,
    )
    .get(
      PAGES.consent,
      async ({ request }) => {
        const caller = await accounts.sessionCaller(request).catch((error: unknown) => {
          if (!QuarryError.isInstance(error) || error.code !== "forbidden") throw error;
          return "in no organization" as const;
        });
        if (caller === "in no organization")
          return entry.stopPage("This cannot go on", refusalWords(403, "NO_ORGANIZATION", ""), 403);
        const oauthQuery = new URL(request.url).search.slice(1);
        if (!caller) return entry.signInPage({ oauthQuery });
        const asked = new URLSearchParams(oauthQuery);
        const client = await queries.findClient(db, asked.get("client_id") ?? "");
        if (!client)
          return entry.stopPage("Nobody asks", "This program is not known here. Start again from it.", 400);
        const may: readonly string[] = ROLE_PERMISSIONS[caller.role ?? "member"];
        return consentPage({
          oauthQuery,
          clientName: client.name ?? undefined,
          redirectUri: asked.get("redirect_uri") ?? "",
          scopes: (asked.get("scope") ?? "").split(" "),
          email: caller.actor.name,
          orgId: caller.orgId,
          organization: (await queries.findOrganizationName(db, caller.orgId)) ?? caller.orgId,
          role: caller.role ?? "member",
          otherOrganizations: (await listOrganizationsOf(db, caller.actor.id)).filter(
            ({ orgId }) => orgId !== caller.orgId,
          ),
          may: (scope) => may.includes(scope),
        });
      },
      HIDDEN,
    )
    .post(
      PAGES.consent,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { oauth_query, accept, organizationId } = form.fields;
        const person = await accounts.signedIn(request);
        // Elsewhere in the browser the person has gone to another organization: it is that which would be opened.
        if (person && accept === "true" && person.session.activeOrganizationId !== organizationId)
          return entry.stopPage(
            "You have changed the organization",
            "The page that you answered named another one than you are in now. Start again from the program that asked, and look at what its page says.",
            400,
          );
        const answer = await form.ask("/oauth2/consent", { accept: accept === "true", oauth_query });
        if (answer.problem === undefined && answer.onwardUrl) return answer.redirect(answer.onwardUrl);
        return entry.stopPage(
          "This cannot go on",
          "The program's request is incomplete, was changed, or is too old. Start again from the program that asked.",
          400,
        );
      },
      HIDDEN,
    );
}

function setUpIsOver(): Response {
  return entry.stopPage(
    "This link is spent",
    "Quarry has an owner, or the link is not the one in the log.",
    403,
  );
}

function invitationIsOver(): Response {
  return entry.stopPage(
    "This invitation is over",
    "It was accepted, was withdrawn, or is older than seven days. Ask for a new one.",
    404,
  );
}
