import { QuarryError } from "@quarry/core";
import { requireNoNul } from "../../../platform/http/door.ts";
import { readBytes } from "../../../platform/http/request-body.ts";
import type { AddressOf } from "../auth/client-address.ts";
import type { AccountService } from "../service.ts";
import { errorMessage } from "./error-messages.ts";
import { pageText } from "./page-text.ts";
import { isSameOrigin } from "./same-origin.ts";
import type { PageText } from "./text/en.ts";

/** A posted form. */
export interface FormPost {
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** The text of the page that answers. */
  readonly text: PageText;
  /** Sends a request to better-auth on behalf of the browser that sent the form. */
  submit(path: string, body: Record<string, unknown>): Promise<Answer>;
}

/** The response of better-auth. */
export interface Answer {
  /** Why the request was refused; undefined on success. */
  readonly problem: string | undefined;
  /** The next address of an authorization in progress. */
  readonly nextUrl: string | undefined;
  /** Redirects the browser, with the cookies of the response. */
  redirect(location: string): Response;
}

/** The options of a route that shows a page. Each route needs an object of its own, because the router changes it. */
export const pageDoor = () =>
  ({ publicDoor: { body: "none", cost: "light" }, detail: { hide: true } }) as const;
/** The options of a route that receives a form. */
export const formDoor = () =>
  ({ publicDoor: { body: "form", cost: "light" }, detail: { hide: true } }) as const;

/** A request with a form. */
export interface FormRequest {
  readonly request: Request;
  readonly server: AddressOf | null;
  /** The largest form. */
  readonly maxBytes: number;
}

/** Creates a reader of posted forms. It throws QuarryError `forbidden` for a form of another origin. */
export function createFormPost(accounts: AccountService) {
  return async ({ request, server, maxBytes }: FormRequest): Promise<FormPost> => {
    const { publicUrl, origins } = accounts.addresses();
    if (!isSameOrigin(request, origins))
      throw new QuarryError(
        "forbidden",
        "A page of another origin sent this form. If it is your own page, set QUARRY_PUBLIC_URL to its address.",
      );
    const body = new TextDecoder().decode(await readBytes(request, maxBytes));
    requireNoNul(body);
    const text = pageText(request);
    const headers = new Headers({
      "content-type": "application/json",
      accept: "application/json",
      origin: publicUrl,
      cookie: request.headers.get("cookie") ?? "",
    });
    return {
      fields: Object.fromEntries(new URLSearchParams(body)),
      text,
      async submit(path, body) {
        const sent = new Request(`${publicUrl}/api/auth${path}`, {
          method: "POST",
          headers: accounts.withClientAddress(headers, request, server),
          body: JSON.stringify(body),
        });
        return readAnswer(text, await accounts.handle(sent));
      },
    };
  };
}

async function readAnswer(text: PageText, response: Response): Promise<Answer> {
  const answer: unknown = await response.json().catch(() => ({}));
  const field = (name: string) => {
    const value: unknown =
      typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  const isRefused = response.status >= 400;
  const message = field("message") ?? field("error_description") ?? text.problem.failed;
  return {
    problem: isRefused ? errorMessage(text, response.status, field("code"), message) : undefined,
    nextUrl: field("url") ?? field("redirect_uri") ?? response.headers.get("location") ?? undefined,
    redirect(location) {
      const headers = new Headers({ location, "cache-control": "no-store" });
      for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
      return new Response(null, { status: 303, headers });
    },
  };
}
