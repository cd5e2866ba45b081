import { Elysia } from "elysia";
import { PAGES, parameter } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import * as entry from "./entry-pages.ts";
import { createFormPost, type FormPost } from "./form-post.ts";
import { problemWords } from "./refusal-words.ts";

const HIDDEN = { parse: "none", detail: { hide: true } } as const;

/** The pages where people come in. They need no script: forms that are posted, and answered by a page or a redirect. */
export function entryRoutes(accounts: AccountService) {
  const post = createFormPost(accounts);

  /** Signs in, or up, and goes on to where the person was going. */
  async function enter(form: FormPost, path: string, body: Record<string, unknown>) {
    const { oauth_query: oauthQuery, next, email = "", name = "" } = form.fields;
    const answer = await form.ask(path, { ...body, ...(oauthQuery ? { oauth_query: oauthQuery } : {}) });
    const onward = { oauthQuery, next };
    return answer.problem === undefined
      ? { redirect: answer.redirect(answer.onwardUrl ?? localPath(next)) }
      : { onward, refused: { message: answer.problem, email, name } };
  }

  return new Elysia()
    .get(PAGES.signIn, ({ request }) => entry.signInPage(onwardOf(request)), HIDDEN)
    .get(PAGES.signUp, ({ request }) => entry.signUpPage(onwardOf(request)), HIDDEN)
    .get(PAGES.forgotPassword, () => entry.forgotPasswordPage(), HIDDEN)
    .get(PAGES.resetPassword, ({ request }) => entry.resetPasswordPage(parameter(request, "token")), HIDDEN)
    .post(
      PAGES.signIn,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { email, password } = form.fields;
        const entered = await enter(form, "/sign-in/email", { email, password });
        return entered.redirect ?? entry.signInPage(entered.onward, entered.refused);
      },
      HIDDEN,
    )
    .post(
      PAGES.signUp,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { email, password, name } = form.fields;
        const entered = await enter(form, "/sign-up/email", { email, password, name });
        return entered.redirect ?? entry.signUpPage(entered.onward, entered.refused);
      },
      HIDDEN,
    )
    .post(
      PAGES.signOut,
      async ({ request, server }) => {
        const form = await post(request, server);
        return (await form.ask("/sign-out", {})).redirect(PAGES.signIn);
      },
      HIDDEN,
    )
    .post(
      PAGES.forgotPassword,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { problem } = await form.ask("/request-password-reset", { email: form.fields.email });
        return problem === undefined
          ? entry.forgotPasswordPage(true)
          : entry.stopPage("That did not work", problem, 400);
      },
      HIDDEN,
    )
    .post(
      PAGES.resetPassword,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { token = "", password } = form.fields;
        const { problem, redirect } = await form.ask("/reset-password", { token, newPassword: password });
        return problem === undefined
          ? redirect(PAGES.signIn)
          : entry.resetPasswordPage(token, { message: problem });
      },
      HIDDEN,
    )
    .get(
      PAGES.problem,
      ({ request }) => entry.stopPage("This cannot go on", problemWords(parameter(request, "error")), 400),
      HIDDEN,
    );
}

/** What a page is to carry on, from its own address. */
function onwardOf(request: Request): entry.Onward {
  const { search, searchParams } = new URL(request.url);
  return searchParams.has("sig")
    ? { oauthQuery: search.slice(1) }
    : { next: searchParams.get("next") ?? undefined };
}

/** A path of this service, and of no other: browsers read `\` as `/`, and leave out tabs and the like. */
function localPath(next: string | undefined): string {
  return next !== undefined && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : PAGES.home;
}
