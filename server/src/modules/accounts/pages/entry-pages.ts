import { type Markup, markup } from "../../../platform/http/markup.ts";
import { PAGES } from "../page-paths.ts";
import { emailField, hiddenField, nameField, page, passwordField, problem } from "./page.ts";

/** What a page carries on: an authorization under way, or where to go afterwards. */
export interface Onward {
  /** The signed query of an authorization, as the authorization server made it. */
  readonly oauthQuery?: string | undefined;
  /** A path of this service. */
  readonly next?: string | undefined;
}

/** What a person typed that was refused, and why. */
export interface Refused {
  readonly message: string;
  readonly email?: string;
  readonly name?: string;
}

function onwardFields({ oauthQuery, next }: Onward): Markup {
  return markup`${hiddenField("oauth_query", oauthQuery)}${hiddenField("next", next)}`;
}

function withOnward(path: string, { oauthQuery, next }: Onward): string {
  if (oauthQuery) return `${path}?${oauthQuery}`;
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

/** Where people sign in. */
export function signInPage(onward: Onward, refused?: Refused): Response {
  return page(
    "Sign in",
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.signIn}">
${onwardFields(onward)}${emailField(refused?.email)}
${passwordField("current")}
<button>Sign in</button>
</form>
<p class="faint"><a href="${withOnward(PAGES.signUp, onward)}">Create an account</a> · <a href="${PAGES.forgotPassword}">Forgot your password?</a> · <a href="/docs">Reference</a></p>`,
    refused ? 400 : 200,
  );
}

/** Where people sign up. */
export function signUpPage(onward: Onward, refused?: Refused): Response {
  return page(
    "Create an account",
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.signUp}">
${onwardFields(onward)}${nameField(refused?.name)}
${emailField(refused?.email)}
${passwordField("new")}
<button>Create the account</button>
</form>
<p class="faint"><a href="${withOnward(PAGES.signIn, onward)}">I have an account</a></p>`,
    refused ? 400 : 200,
  );
}

/** Where the first owner comes in, by the link in the log. */
export function setUpPage(token: string, refused?: Refused): Response {
  return page(
    "Set up Quarry",
    markup`<p>Make the account of the owner. This link works once.</p>
${problem(refused?.message)}
<form method="post" action="${PAGES.setUp}">
${hiddenField("token", token)}${nameField(refused?.name)}
${emailField(refused?.email)}
${passwordField("new")}
<button>Make the owner's account</button>
</form>`,
    refused ? 400 : 200,
  );
}

/** Where people ask for a new password. */
export function forgotPasswordPage(isAsked = false): Response {
  if (isAsked)
    return page(
      "Look into your mailbox",
      markup`<p>If there is an account with this address, a mail with a link is on its way. It works for an hour.</p>`,
    );
  return page(
    "Forgot your password?",
    markup`<p>Give the address of your account, and get a mail with a link.</p>
<form method="post" action="${PAGES.forgotPassword}">${emailField()}<button>Send the link</button></form>`,
  );
}

/** Where people choose a new password, by the link of the mail. */
export function resetPasswordPage(token: string, refused?: Refused): Response {
  return page(
    "Choose a new password",
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.resetPassword}">
${hiddenField("token", token)}${passwordField("new")}
<button>Set the password</button>
</form>
<p class="faint"><a href="${PAGES.forgotPassword}">Ask for a new link</a></p>`,
    refused ? 400 : 200,
  );
}

/** Something that cannot go on, and what to do. */
export function stopPage(title: string, message: string, status: number): Response {
  return page(title, markup`<p>${message}</p><p><a href="${PAGES.signIn}">Sign in</a></p>`, status);
}
