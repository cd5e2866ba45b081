import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { PAGES, parameter } from "../page-paths.ts";
import { findInvitation } from "../people/invitation-rows.ts";
import type { AccountService } from "../service.ts";
import { messagePage, signInPage } from "./entry-pages.ts";
import { createFormPost, formDoor, pageDoor } from "./form-post.ts";
import { invitationPage } from "./invitation-page.ts";

/** The page on which a person accepts an invitation. */
export function invitationRoutes(
  auth: Authorization,
  { db, accounts }: { readonly db: Database; readonly accounts: AccountService },
) {
  const post = createFormPost(accounts);
  return new Elysia()
    .use(auth)
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
      pageDoor(),
    )
    .post(
      PAGES.invitation,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { id = "" } = form.fields;
        const accepted = await form.submit("/organization/accept-invitation", { invitationId: id });
        if (accepted.problem === undefined) return accepted.redirect(PAGES.home);
        const invitation = await findInvitation(db, id, new Date());
        const person = await accounts.signedIn(request);
        return invitation && person
          ? invitationPage({ id, ...invitation }, person.user.email, accepted.problem)
          : invalidInvitation();
      },
      formDoor(),
    );
}

function invalidInvitation(): Response {
  return messagePage(
    "This invitation is no longer valid",
    "It was accepted, withdrawn, or is older than seven days. Ask for a new one.",
    404,
  );
}
