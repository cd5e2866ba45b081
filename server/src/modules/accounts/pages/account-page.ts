import { type Markup, markup } from "../../../platform/http/markup.ts";
import type { AssistantRow } from "../assistants/assistant-rows.ts";
import { PAGES } from "../page-paths.ts";
import type { OrganizationOfPerson } from "../people/membership-rows.ts";
import { hiddenField, page } from "./page.ts";

/** The page of an account: organizations, assistants and sign-out. */
export function accountPage(person: {
  readonly email: string;
  readonly activeId: string | null;
  readonly organizations: readonly OrganizationOfPerson[];
  readonly assistants: readonly AssistantRow[];
}): Response {
  const { email, activeId, organizations, assistants } = person;
  return page(
    "Account",
    markup`<p>Signed in as <strong>${email}</strong>. </p>
<p><a href="${PAGES.home}">Dashboard</a> · <a href="/docs">API reference</a></p>
<h2>Organizations</h2>
<ul>
${organizations.map((one) => organizationLine(one, activeId))}
</ul>
<h2>Assistants</h2>
${assistants.length === 0 ? markup`<p class="faint">No assistant has access. To connect one, give it the address of this service followed by /mcp.</p>` : markup`<ul>${assistants.map(assistantLine)}</ul>`}
<form method="post" action="${PAGES.signOut}"><button class="second">Sign out</button></form>`,
  );
}

function organizationLine({ orgId, name, role }: OrganizationOfPerson, activeId: string | null): Markup {
  if (orgId === activeId) return markup`<li><strong>${name}</strong>, ${role} (active)</li>\n`;
  return markup`<li>${name}, ${role}
<form method="post" action="${PAGES.home}/organization">${hiddenField("organizationId", orgId)}<button class="second">Switch</button></form></li>\n`;
}

function assistantLine({ id, clientName, organization, scopes }: AssistantRow): Markup {
  return markup`<li><strong>${clientName ?? "An unnamed program"}</strong> in ${organization ?? "no organization"}
<span class="faint">${scopes.join(", ")}</span>
<form method="post" action="${PAGES.home}/assistant">${hiddenField("id", id)}<button class="second">Remove</button></form></li>\n`;
}
