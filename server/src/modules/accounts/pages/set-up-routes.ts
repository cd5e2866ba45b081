import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import type { Authorization } from "../../../platform/http/authorization.ts";
import { PAGES, parameter } from "../page-paths.ts";
import type { AccountService } from "../service.ts";
import { messagePage, setUpPage } from "./entry-pages.ts";
import { createFormPost, formDoor, pageDoor } from "./form-post.ts";
import { pageText } from "./page-text.ts";
import type { PageText } from "./text/en.ts";

/** The page on which the first owner creates their account. The log shows the link to it. */
export function setUpRoutes(auth: Authorization, accounts: AccountService) {
  const post = createFormPost(accounts);
  return new Elysia()
    .use(auth)
    .get(
      PAGES.setUp,
      async ({ request }) => {
        const token = parameter(request, "token");
        const text = pageText(request);
        return (await accounts.maySetUp(token)) ? setUpPage(text, token) : invalidLink(text);
      },
      pageDoor(),
    )
    .post(
      PAGES.setUp,
      async ({ maxBytes, request, server }) => {
        const form = await post({ request, server, maxBytes });
        const { token = "", email = "", name = "", password = "" } = form.fields;
        if (!(await accounts.maySetUp(token))) return invalidLink(form.text);
        try {
          await accounts.setUp(token, { email, name, password });
        } catch (error) {
          if (!QuarryError.isInstance(error)) throw error;
          return setUpPage(form.text, token, { message: error.message, email, name });
        }
        return (await form.submit("/sign-in/email", { email, password })).redirect(PAGES.start);
      },
      formDoor(),
    );
}

function invalidLink(text: PageText): Response {
  return messagePage(text, text.setUp.invalid, 403);
}
