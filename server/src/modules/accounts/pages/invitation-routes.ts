import { Elysia } from "elysia";
import type { Database } from "../../../platform/database/database.ts";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { PAGES, parameter } from "../page-paths.ts";
import { findInvitation } from "../people/invitation-rows.ts";
import type { AccountService } from "../service.ts";
import { messagePage, signInPage } from "./entry-pages.ts";
import { createFormPost, formDoor, pageDoor } from "./form-post.ts";
import { invitationPage } from "./invitation-page.ts";
import { pageText } from "./page-text.ts";
import type { PageText } from "./text/en.ts";

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
        if (!invitation) return invalidInvitation(pageText(request));
        const person = await accounts.signedIn(request);
        if (person) return invitationPage(pageText(request), { id, ...invitation }, person.user.email);
        return signInPage(pageText(request), { next: `${PAGES.invitation}?id=${encodeURIComponent(id)}` });
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
          ? invitationPage(form.text, { id, ...invitation }, person.user.email, accepted.problem)
          : invalidInvitation(form.text);
      },
      formDoor(),
    );
}

function invalidInvitation(text: PageText): Response {
  return messagePage(text, text.invitation.invalid, 404);
}
