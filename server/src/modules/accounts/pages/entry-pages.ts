import { type Markup, markup } from "../../../platform/http/markup.ts";
import { PAGES } from "../page-paths.ts";
import { emailField, hiddenField, nameField, page, passwordField, problem } from "./page.ts";

/** Where a page leads: on with an authorization, or to another page. */
export interface Destination {
  /** The signed query of an authorization. */
  readonly oauthQuery?: string | undefined;
  /** A path of this service. */
  readonly next?: string | undefined;
}

/** A form that was refused, with the reason and the values to show again. */
export interface RefusedForm {
  readonly message: string;
  readonly email?: string;
  readonly name?: string;
}

function destinationFields({ oauthQuery, next }: Destination): Markup {
  return markup`${hiddenField("oauth_query", oauthQuery)}${hiddenField("next", next)}`;
}

function withDestination(path: string, { oauthQuery, next }: Destination): string {
  if (oauthQuery) return `${path}?${oauthQuery}`;
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

/** The sign-in page. */
export function signInPage(destination: Destination, refused?: RefusedForm): Response {
  return page(
    "Sign in",
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.signIn}">
${destinationFields(destination)}${emailField(refused?.email)}
${passwordField("current")}
<button>Sign in</button>
</form>
<p class="faint"><a href="${withDestination(PAGES.signUp, destination)}">Create an account</a> · <a href="${PAGES.forgotPassword}">Forgot your password?</a> · <a href="/docs">Reference</a></p>`,
    refused ? 400 : 200,
  );
}

/** The sign-up page. */
export function signUpPage(destination: Destination, refused?: RefusedForm): Response {
  return page(
    "Create an account",
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.signUp}">
${destinationFields(destination)}${nameField(refused?.name)}
${emailField(refused?.email)}
${passwordField("new")}
<button>Create the account</button>
</form>
<p class="faint"><a href="${withDestination(PAGES.signIn, destination)}">I already have an account</a></p>`,
    refused ? 400 : 200,
  );
}

/** The page of the set-up link, on which the first owner creates an account. */
export function setUpPage(token: string, refused?: RefusedForm): Response {
  return page(
    "Set up Quarry",
    markup`<p>Create the account of the owner. This link works once.</p>
${problem(refused?.message)}
<form method="post" action="${PAGES.setUp}">
${hiddenField("token", token)}${nameField(refused?.name)}
${emailField(refused?.email)}
${passwordField("new")}
<button>Create the owner's account</button>
</form>`,
    refused ? 400 : 200,
  );
}

/** The page on which people request a password reset. */
export function forgotPasswordPage(isRequested = false): Response {
  if (isRequested)
    return page(
      "Check your mailbox",
      markup`<p>If an account with this address exists, a mail with a link is on its way. The link works for one hour.</p>`,
    );
  return page(
    "Forgot your password?",
    markup`<p>Enter the address of your account to get a mail with a link.</p>
<form method="post" action="${PAGES.forgotPassword}">${emailField()}<button>Send the link</button></form>`,
  );
}

/** The page of the link in a password-reset mail. */
export function resetPasswordPage(token: string, refused?: RefusedForm): Response {
  return page(
    "Choose a new password",
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.resetPassword}">
${hiddenField("token", token)}${passwordField("new")}
<button>Set the password</button>
</form>
<p class="faint"><a href="${PAGES.forgotPassword}">Request a new link</a></p>`,
    refused ? 400 : 200,
  );
}

/** A page with a message, for errors that leave no form to correct. */
export function messagePage(title: string, message: string, status: number): Response {
  return page(title, markup`<p>${message}</p><p><a href="${PAGES.signIn}">Sign in</a></p>`, status);
}
