import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import { PAGES, parameter } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import { messagePage, setUpPage } from "./entry-pages.ts";
import { createFormPost } from "./form-post.ts";

const HIDDEN = { parse: "none", detail: { hide: true } } as const;

/** The page on which the first owner creates their account. The log shows the link to it. */
export function setUpRoutes(accounts: AccountService) {
  const post = createFormPost(accounts);
  return new Elysia()
    .get(
      PAGES.setUp,
      async ({ request }) => {
        const token = parameter(request, "token");
        return (await accounts.maySetUp(token)) ? setUpPage(token) : invalidLink();
      },
      HIDDEN,
    )
    .post(
      PAGES.setUp,
      async ({ request, server }) => {
        const form = await post(request, server);
        const { token = "", email = "", name = "", password = "" } = form.fields;
        if (!(await accounts.maySetUp(token))) return invalidLink();
        try {
          await accounts.setUp(token, { email, name, password });
        } catch (error) {
          if (!QuarryError.isInstance(error)) throw error;
          return setUpPage(token, { message: error.message, email, name });
        }
        return (await form.submit("/sign-in/email", { email, password })).redirect(PAGES.home);
      },
      HIDDEN,
    );
}

function invalidLink(): Response {
  return messagePage(
    "This link is no longer valid",
    "Quarry already has an owner, or this is not the link in the log.",
    403,
  );
}
