import { type Markup, markup } from "../../../platform/http/markup.ts";
import type { AssistantRow, OrganizationOfPerson } from "../assistants/assistant-queries.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page } from "./page.ts";

/** A person's own page: where they are, whom they let in, and the way out. */
export function homePage(person: {
  readonly email: string;
  readonly activeId: string | null;
  readonly organizations: readonly OrganizationOfPerson[];
  readonly assistants: readonly AssistantRow[];
}): Response {
  const { email, activeId, organizations, assistants } = person;
  return page(
    "Quarry",
    markup`<p>Signed in as <strong>${email}</strong>. The reference of all calls is at <a href="/docs">/docs</a>.</p>
<h2>Organizations</h2>
<ul>
${organizations.map((one) => organizationLine(one, activeId))}
</ul>
<h2>Assistants</h2>
${assistants.length === 0 ? markup`<p class="faint">You have let none in. Give your assistant the address of this service with /mcp at its end.</p>` : markup`<ul>${assistants.map(assistantLine)}</ul>`}
<form method="post" action="${PAGES.signOut}"><button class="second">Sign out</button></form>`,
  );
}

function organizationLine({ orgId, name, role }: OrganizationOfPerson, activeId: string | null): Markup {
  if (orgId === activeId) return markup`<li><strong>${name}</strong>, ${role} (here you are)</li>\n`;
  return markup`<li>${name}, ${role}
<form method="post" action="${PAGES.home}/organization">${hiddenField("organizationId", orgId)}<button class="second">Go there</button></form></li>\n`;
}

function assistantLine({ id, clientName, organization, scopes }: AssistantRow): Markup {
  return markup`<li><strong>${clientName ?? "A program without a name"}</strong> in ${organization ?? "no organization"}
<span class="faint">${scopes.join(", ")}</span>
<form method="post" action="${PAGES.home}/assistant">${hiddenField("id", id)}<button class="second">Remove</button></form></li>\n`;
}
