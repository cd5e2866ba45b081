import { markup } from "../../../platform/http/markup.ts";
import { ASSISTANT_SCOPES, type AssistantScope, OFFLINE_SCOPE } from "../assistants/scopes.ts";
import { PAGES } from "../page-paths.ts";
import { hiddenField, page } from "./page.ts";

/** Who asks to be let in, to what, as whom. */
export interface ConsentRequest {
  /** The signed query of the authorization. */
  readonly oauthQuery: string;
  /** Undefined for a client that did not say its name. */
  readonly clientName: string | undefined;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly email: string;
  readonly orgId: string;
  readonly organization: string;
  readonly role: string;
  /** Others that the person is in, where the assistant could work instead. */
  readonly otherOrganizations: readonly { readonly orgId: string; readonly name: string }[];
  /** Whether the person's role lets them do it; where not, neither may the assistant. */
  may(scope: AssistantScope): boolean;
}

/** Where a person lets an assistant in, or does not. */
export function consentPage(request: ConsentRequest): Response {
  const { oauthQuery, redirectUri, scopes, email, organization, role } = request;
  const client = request.clientName ?? "A program without a name";
  return page(
    `${client} asks to be let in`,
    markup`<p>Signed in as <strong>${email}</strong>, ${role} of <strong>${organization}</strong>. There it wants to:</p>
<ul>
${scopes.map((scope) => lineOf(scope, request))}
</ul>
<p class="faint">Your answer goes to <strong>${hostOf(redirectUri)}</strong>. Allow only what you have started yourself.</p>
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

function lineOf(scope: string, { may, role }: ConsentRequest) {
  if (scope === OFFLINE_SCOPE) return markup`<li>Stay connected until you say otherwise</li>\n`;
  if (!isAssistantScope(scope)) return markup``;
  const words = markup`${ASSISTANT_SCOPES[scope]} <span class="faint">(${scope})</span>`;
  return may(scope)
    ? markup`<li>${words}</li>\n`
    : markup`<li class="faint">${words}: not given, since you cannot as ${role}</li>\n`;
}

function isAssistantScope(scope: string): scope is AssistantScope {
  return Object.hasOwn(ASSISTANT_SCOPES, scope);
}

function hostOf(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url ? url.host || url.protocol : "an unknown address";
}
