import { type Markup, markup } from "../../../platform/http/markup.ts";
import { type AssistantScope, OFFLINE_SCOPE } from "../assistants/scopes.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page } from "./page.ts";
import type { PageText } from "./text/en.ts";

/** The content of the consent page. */
export interface ConsentRequest {
  /** The signed query of the authorization. */
  readonly oauthQuery: string;
  /** Undefined for a client that registered without a name. */
  readonly clientName: string | undefined;
  /** The host of the client's metadata document, which vouches for it; undefined for a client that registered itself. */
  readonly clientHost: string | undefined;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly email: string;
  readonly orgId: string;
  readonly organization: string;
  readonly role: string;
  /** Other organizations of the person, which the assistant could get access to instead. */
  readonly otherOrganizations: readonly { readonly orgId: string; readonly name: string }[];
  /** True when the person's role includes the scope. An assistant never gets more than the person has. */
  may(scope: AssistantScope): boolean;
}

/** The name of a scope's box in the form. */
export function boxOf(scope: string): string {
  return `scope ${scope}`;
}

/** The page on which a person allows or denies access to an assistant, scope by scope. */
export function consentPage(text: PageText, request: ConsentRequest): Response {
  const { oauthQuery, redirectUri, scopes, email, organization, role, clientHost } = request;
  const { consent, roles } = text;
  return page(
    text,
    consent.title(request.clientName ?? consent.unnamed),
    markup`<p>${consent.hint(email, roles[role] ?? role, organization)}</p>
<form method="post" action="${PAGES.consent}">
<ul class="boxes">
${scopes.map((scope) => scopeLine(text, scope, request))}
</ul>
${clientHost === undefined ? markup`` : markup`<p>${consent.describedBy(clientHost)}</p>`}
<p class="faint">${consent.sentTo(hostOf(redirectUri) ?? consent.unknownAddress)}</p>
${hiddenField("oauth_query", oauthQuery)}${hiddenField("organizationId", request.orgId)}
<button name="accept" value="true">${consent.allow}</button>
<button class="second" name="accept" value="false">${consent.doNotAllow}</button>
</form>
${request.otherOrganizations.map(
  ({ orgId, name }) => markup`<form method="post" action="${PAGES.home}/organization">
${hiddenField("organizationId", orgId)}${hiddenField("oauth_query", oauthQuery)}
<button class="second">${consent.useInstead(name)}</button>
</form>`,
)}`,
  );
}

function scopeLine({ consent, roles }: PageText, scope: string, { may, role }: ConsentRequest) {
  if (scope === OFFLINE_SCOPE) return box(scope, markup`${consent.stayConnected}`);
  if (!isAssistantScope(consent.scopes, scope)) return markup``;
  const words = markup`${consent.scopes[scope]} <span class="faint">(${scope})</span>`;
  return may(scope)
    ? box(scope, words)
    : markup`<li class="faint">${consent.notGranted(words, roles[role] ?? role)}</li>\n`;
}

/** What deletes is not ticked: a person who wants it says so. */
function box(scope: string, words: Markup) {
  const checked = scope.endsWith(":delete") ? markup`` : markup` checked`;
  return markup`<li><label><input type="checkbox" name="${boxOf(scope)}" value="on"${checked}> ${words}</label></li>\n`;
}

function isAssistantScope(
  scopes: Readonly<Record<AssistantScope, string>>,
  scope: string,
): scope is AssistantScope {
  return Object.hasOwn(scopes, scope);
}

function hostOf(redirectUri: string): string | undefined {
  const url = URL.parse(redirectUri);
  return url ? url.host || url.protocol : undefined;
}
