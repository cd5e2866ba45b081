import { type Markup, markup } from "../../../platform/http/markup.ts";
import { ASSISTANT_SCOPES, type AssistantScope, OFFLINE_SCOPE } from "../assistants/scopes.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page } from "./page.ts";

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
export function consentPage(request: ConsentRequest): Response {
  const { oauthQuery, redirectUri, scopes, email, organization, role, clientHost } = request;
  const client = request.clientName ?? "An unnamed program";
  return page(
    `${client} requests access`,
    markup`<p>Signed in as <strong>${email}</strong>, ${role} of <strong>${organization}</strong>. Choose what it may do:</p>
<form method="post" action="${PAGES.consent}">
<ul class="boxes">
${scopes.map((scope) => scopeLine(scope, request))}
</ul>
${clientHost === undefined ? markup`` : markup`<p>The program is described by <strong>${clientHost}</strong>.</p>`}
<p class="faint">Your answer is sent to <strong>${hostOf(redirectUri)}</strong>. Allow access only if you started this yourself.</p>
${hiddenField("oauth_query", oauthQuery)}${hiddenField("organizationId", request.orgId)}
<button name="accept" value="true">Allow</button>
<button class="second" name="accept" value="false">Do not allow</button>
</form>
${request.otherOrganizations.map(
  ({ orgId, name }) => markup`<form method="post" action="${PAGES.home}/organization">
${hiddenField("organizationId", orgId)}${hiddenField("oauth_query", oauthQuery)}
<button class="second">Use ${name} instead</button>
</form>`,
)}`,
  );
}

function scopeLine(scope: string, { may, role }: ConsentRequest) {
  if (scope === OFFLINE_SCOPE) return box(scope, markup`Stay connected until you remove it`);
  if (!isAssistantScope(scope)) return markup``;
  const words = markup`${ASSISTANT_SCOPES[scope]} <span class="faint">(${scope})</span>`;
  return may(scope)
    ? box(scope, words)
    : markup`<li class="faint">${words}: not granted, because your role is ${role}</li>\n`;
}

/** What deletes is not ticked: a person who wants it says so. */
function box(scope: string, words: Markup) {
  const checked = scope.endsWith(":delete") ? markup`` : markup` checked`;
  return markup`<li><label><input type="checkbox" name="${boxOf(scope)}" value="on"${checked}> ${words}</label></li>\n`;
}

function isAssistantScope(scope: string): scope is AssistantScope {
  return Object.hasOwn(ASSISTANT_SCOPES, scope);
}

function hostOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url ? url.host || url.protocol : "an unknown address";
}
