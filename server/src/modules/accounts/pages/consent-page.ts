import { markup } from "../../../platform/http/markup.ts";
import { ASSISTANT_SCOPES, type AssistantScope, OFFLINE_SCOPE } from "../assistants/scopes.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page } from "./page.ts";

/** The content of the consent page. */
export interface ConsentRequest {
  /** The signed query of the authorization. */
  readonly oauthQuery: string;
  /** Undefined for a client that registered without a name. */
  readonly clientName: string | undefined;
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

/** The page on which a person allows or denies access to an assistant. */
export function consentPage(request: ConsentRequest): Response {
  const { oauthQuery, redirectUri, scopes, email, organization, role } = request;
  const client = request.clientName ?? "An unnamed program";
  return page(
    `${client} requests access`,
    markup`<p>Signed in as <strong>${email}</strong>, ${role} of <strong>${organization}</strong>. It requests to:</p>
<ul>
${scopes.map((scope) => scopeLine(scope, request))}
</ul>
<p class="faint">Your answer is sent to <strong>${hostOf(redirectUri)}</strong>. Allow access only if you started this yourself.</p>
<form method="post" action="${PAGES.consent}">
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
  if (scope === OFFLINE_SCOPE) return markup`<li>Stay connected until you remove it</li>\n`;
  if (!isAssistantScope(scope)) return markup``;
  const words = markup`${ASSISTANT_SCOPES[scope]} <span class="faint">(${scope})</span>`;
  return may(scope)
    ? markup`<li>${words}</li>\n`
    : markup`<li class="faint">${words}: not granted, because your role is ${role}</li>\n`;
}

function isAssistantScope(scope: string): scope is AssistantScope {
  return Object.hasOwn(ASSISTANT_SCOPES, scope);
}

function hostOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url ? url.host || url.protocol : "an unknown address";
}
