import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import { PAGES, parameter } from "../page-paths.ts";
import { findInvitation } from "../people/invitation-rows.ts";
import type { AccountService } from "../service.ts";
import { messagePage, signInPage } from "./entry-pages.ts";
import { createFormPost } from "./form-post.ts";
import { invitationPage } from "./invitation-page.ts";

const HIDDEN = { parse: "none", detail: { hide: true } } as const;

/** The page on which a person accepts an invitation. */
export function invitationRoutes({
  db,
  accounts,
}: {
  readonly db: Database;
  readonly accounts: AccountService;
}) {
  const post = createFormPost(accounts);
  return new Elysia()
    .get(
      PAGES.invitation,
      async ({ request }) => {
        const id = parameter(request, "id");
        const invitation = await findInvitation(db, id, new Date());
        if (!invitation) return invalidInvitation();
        const person = await accounts.signedIn(request);
        if (person) return invitationPage({ id, ...invitation }, person.user.email);
        return signInPage({ next: `${PAGES.invitation}?id=${encodeURIComponent(id)}` });
      },
      HIDDEN,
    )
    .post(
      PAGES.invitation,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { id = "" } = form.fields;
        const accepted = await form.submit("/organization/accept-invitation", { invitationId: id });
        if (accepted.problem === undefined) return accepted.redirect(PAGES.home);
        const invitation = await findInvitation(db, id, new Date());
        const person = await accounts.signedIn(request);
        return invitation && person
          ? invitationPage({ id, ...invitation }, person.user.email, accepted.problem)
          : invalidInvitation();
      },
      HIDDEN,
    );
}

function invalidInvitation(): Response {
  return messagePage(
    "This invitation is no longer valid",
    "It was accepted, withdrawn, or is older than seven days. Ask for a new one.",
    404,
  );
}
