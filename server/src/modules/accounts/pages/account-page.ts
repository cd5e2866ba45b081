import { type Markup, markup } from "../../../platform/http/markup.ts";
import type { AssistantRow } from "../assistants/assistant-rows.ts";
import { PAGES } from "../page-paths.ts";
import type { OrganizationOfPerson } from "../people/membership-rows.ts";
import { hiddenField, page } from "./page.ts";
import type { PageText } from "./text/en.ts";
import { named } from "./text/named.ts";

/** The page of an account: organizations, assistants and sign-out. */
export function accountPage(
  text: PageText,
  person: {
    readonly email: string;
    readonly activeId: string | null;
    readonly organizations: readonly OrganizationOfPerson[];
    readonly assistants: readonly AssistantRow[];
  },
): Response {
  const { email, activeId, organizations, assistants } = person;
  const { account } = text;
  return page(
    text,
    account.title,
    markup`<p>${account.signedIn(email)}</p>
<p><a href="${PAGES.home}">${account.dashboard}</a> · <a href="/docs">${account.reference}</a></p>
<h2>${account.organizations}</h2>
<ul>
${organizations.map((one) => organizationLine(text, one, activeId))}
</ul>
<h2>${account.assistants}</h2>
${assistants.length === 0 ? markup`<p class="faint">${account.noAssistant}</p>` : markup`<ul>${assistants.map((one) => assistantLine(text, one))}</ul>`}
<form method="post" action="${PAGES.signOut}"><button class="second">${account.signOut}</button></form>`,
  );
}

function organizationLine(
  { account, roles }: PageText,
  { orgId, name, role }: OrganizationOfPerson,
  activeId: string | null,
): Markup {
  const roleName = roles[role] ?? role;
  if (orgId === activeId) return markup`<li>${account.active(named(name), roleName)}</li>\n`;
  return markup`<li>${account.organization(plain(name), roleName)}
<form method="post" action="${PAGES.home}/organization">${hiddenField("organizationId", orgId)}<button class="second">${account.switchTo}</button></form></li>\n`;
}

function assistantLine({ account, consent }: PageText, assistant: AssistantRow): Markup {
  const { id, clientName, organization, scopes } = assistant;
  return markup`<li>${account.assistant(named(clientName ?? consent.unnamed), organization === null ? undefined : plain(organization))}
<span class="faint">${scopes.join(", ")}</span>
<form method="post" action="${PAGES.home}/assistant">${hiddenField("id", id)}<button class="second">${account.remove}</button></form></li>\n`;
}

function plain(name: string): Markup {
  return markup`<bdi>${name}</bdi>`;
}
