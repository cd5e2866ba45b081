import { type Markup, markup } from "../../../platform/http/markup.ts";
import { PAGES } from "../page-paths.ts";
import { emailField, hiddenField, nameField, page, passwordField, problem } from "./page.ts";
import type { PageText } from "./text/en.ts";

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
export function signInPage(text: PageText, destination: Destination, refused?: RefusedForm): Response {
  const { signIn } = text;
  return page(
    text,
    signIn.title,
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.signIn}">
${destinationFields(destination)}${emailField(text, refused?.email)}
${passwordField(text, "current")}
<button>${signIn.submit}</button>
</form>
<p class="faint"><a href="${withDestination(PAGES.signUp, destination)}">${signIn.createAccount}</a> · <a href="${PAGES.forgotPassword}">${signIn.forgotPassword}</a> · <a href="/docs">${signIn.reference}</a></p>`,
    refused ? 400 : 200,
  );
}

/** The sign-up page. */
export function signUpPage(text: PageText, destination: Destination, refused?: RefusedForm): Response {
  const { signUp } = text;
  return page(
    text,
    signUp.title,
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.signUp}">
${destinationFields(destination)}${nameField(text, refused?.name)}
${emailField(text, refused?.email)}
${passwordField(text, "new")}
<button>${signUp.submit}</button>
</form>
<p class="faint"><a href="${withDestination(PAGES.signIn, destination)}">${signUp.haveAccount}</a></p>`,
    refused ? 400 : 200,
  );
}

/** The page of the set-up link, on which the first owner creates an account. */
export function setUpPage(text: PageText, token: string, refused?: RefusedForm): Response {
  const { setUp } = text;
  return page(
    text,
    setUp.title,
    markup`<p>${setUp.hint}</p>
${problem(refused?.message)}
<form method="post" action="${PAGES.setUp}">
${hiddenField("token", token)}${nameField(text, refused?.name)}
${emailField(text, refused?.email)}
${passwordField(text, "new")}
<button>${setUp.submit}</button>
</form>`,
    refused ? 400 : 200,
  );
}

/** The page on which people request a password reset. */
export function forgotPasswordPage(text: PageText, isRequested = false): Response {
  const { title, hint, submit, sent } = text.forgotPassword;
  if (isRequested) return page(text, sent.title, markup`<p>${sent.message}</p>`);
  return page(
    text,
    title,
    markup`<p>${hint}</p>
<form method="post" action="${PAGES.forgotPassword}">${emailField(text)}<button>${submit}</button></form>`,
  );
}

/** The page of the link in a password-reset mail. */
export function resetPasswordPage(text: PageText, token: string, refused?: RefusedForm): Response {
  const { title, submit, newLink } = text.resetPassword;
  return page(
    text,
    title,
    markup`${problem(refused?.message)}
<form method="post" action="${PAGES.resetPassword}">
${hiddenField("token", token)}${passwordField(text, "new")}
<button>${submit}</button>
</form>
<p class="faint"><a href="${PAGES.forgotPassword}">${newLink}</a></p>`,
    refused ? 400 : 200,
  );
}

/** A page with a message, for errors that leave no form to correct. */
export function messagePage(
  text: PageText,
  { title, message }: { readonly title: string; readonly message: string },
  status: number,
): Response {
  const signIn = markup`<p><a href="${PAGES.signIn}">${text.signIn.title}</a></p>`;
  return page(text, title, markup`<p>${message}</p>${signIn}`, status);
}
