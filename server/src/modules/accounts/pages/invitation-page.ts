import { markup } from "../../../platform/http/markup.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page, problem } from "./page.ts";
import type { PageText } from "./text/en.ts";

/** The page on which a person accepts an invitation. */
export function invitationPage(
  text: PageText,
  invitation: { readonly id: string; readonly organization: string; readonly role: string | null },
  email: string,
  refused?: string,
): Response {
  const { id, organization, role } = invitation;
  const { title, hint, submit } = text.invitation;
  const roleName = text.roles[role ?? "member"] ?? role ?? "";
  return page(
    text,
    title(organization),
    markup`${problem(refused)}
<p>${hint(roleName, email)}</p>
<form method="post" action="${PAGES.invitation}">
${hiddenField("id", id)}
<button>${submit}</button>
</form>`,
    refused ? 400 : 200,
  );
}
