import { Elysia } from "elysia";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { PAGES, parameter } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import * as entry from "./entry-pages.ts";
import { linkErrorMessage } from "./error-messages.ts";
import { createFormPost, type FormPost, formDoor, pageDoor } from "./form-post.ts";
import { pageText } from "./page-text.ts";

/** The pages for signing in, signing up and resetting passwords. They are plain forms and need no script. */
export function entryRoutes(auth: Authorization, accounts: AccountService) {
  const post = createFormPost(accounts);

  /** Signs in or up, then redirects to the destination of the form. */
  async function enter(form: FormPost, path: string, body: Record<string, unknown>) {
    const { oauth_query: oauthQuery, next, email = "", name = "" } = form.fields;
    const answer = await form.submit(path, { ...body, ...(oauthQuery ? { oauth_query: oauthQuery } : {}) });
    const destination = { oauthQuery, next };
    return answer.problem === undefined
      ? { redirect: answer.redirect(answer.nextUrl ?? localPath(next)) }
      : { destination, refused: { message: answer.problem, email, name } };
  }

  return new Elysia()
    .use(auth)
    .get(
      PAGES.signIn,
      ({ request }) => entry.signInPage(pageText(request), destinationOf(request)),
      pageDoor(),
    )
    .get(
      PAGES.signUp,
      ({ request }) => entry.signUpPage(pageText(request), destinationOf(request)),
      pageDoor(),
    )
    .get(PAGES.forgotPassword, ({ request }) => entry.forgotPasswordPage(pageText(request)), pageDoor())
    .get(
      PAGES.resetPassword,
      ({ request }) => entry.resetPasswordPage(pageText(request), parameter(request, "token")),
      pageDoor(),
    )
    .post(
      PAGES.signIn,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { email, password } = form.fields;
        const entered = await enter(form, "/sign-in/email", { email, password });
        return entered.redirect ?? entry.signInPage(form.text, entered.destination, entered.refused);
      },
      formDoor(),
    )
    .post(
      PAGES.signUp,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { email, password, name } = form.fields;
        const entered = await enter(form, "/sign-up/email", { email, password, name });
        return entered.redirect ?? entry.signUpPage(form.text, entered.destination, entered.refused);
      },
      formDoor(),
    )
    .post(
      PAGES.signOut,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        return (await form.submit("/sign-out", {})).redirect(PAGES.signIn);
      },
      formDoor(),
    )
    .post(
      PAGES.forgotPassword,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { problem } = await form.submit("/request-password-reset", { email: form.fields.email });
        return problem === undefined
          ? entry.forgotPasswordPage(form.text, true)
          : entry.messagePage(form.text, { title: form.text.forgotPassword.notSent, message: problem }, 400);
      },
      formDoor(),
    )
    .post(
      PAGES.resetPassword,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { token = "", password } = form.fields;
        const { problem, redirect } = await form.submit("/reset-password", { token, newPassword: password });
        return problem === undefined
          ? redirect(PAGES.signIn)
          : entry.resetPasswordPage(form.text, token, { message: problem });
      },
      formDoor(),
    )
    .get(
      PAGES.problem,
      ({ request }) => {
        const text = pageText(request);
        const message = linkErrorMessage(text, parameter(request, "error"));
        return entry.messagePage(text, { title: text.problem.title, message }, 400);
      },
      pageDoor(),
    );
}

/** Reads the destination from the address of a page. */
function destinationOf(request: Request): entry.Destination {
  const { search, searchParams } = new URL(request.url);
  return searchParams.has("sig")
    ? { oauthQuery: search.slice(1) }
    : { next: searchParams.get("next") ?? undefined };
}

/** Accepts only paths of this service, to prevent open redirects. Browsers read `\` as `/` and ignore tabs. */
function localPath(next: string | undefined): string {
  return next !== undefined && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : PAGES.home;
}
