import { markup } from "../../../platform/http/markup.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page, problem } from "./page.ts";

/** The page on which a person accepts an invitation. */
export function invitationPage(
  invitation: { readonly id: string; readonly organization: string; readonly role: string | null },
  email: string,
  refused?: string,
): Response {
  const { id, organization, role } = invitation;
  return page(
    `Join ${organization}`,
    markup`${problem(refused)}
<p>You are invited as ${role ?? "member"}. You are signed in as <strong>${email}</strong>.</p>
<form method="post" action="${PAGES.invitation}">
${hiddenField("id", id)}
<button>Join</button>
</form>`,
    refused ? 400 : 200,
  );
}
