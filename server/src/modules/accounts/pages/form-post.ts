import { QuarryError } from "@quarry/core";
import { collectBytes } from "../../../platform/bytes.ts";
import type { AddressOf } from "../auth/client-address.ts";
import type { AccountService } from "../service.ts";
import { isFromOwnPage } from "./own-page.ts";
import { refusalWords } from "./refusal-words.ts";

/** A form that a person sent, and the way to what it is for. */
export interface FormPost {
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Asks better-auth, as the browser that sent the form. */
  ask(path: string, body: Record<string, unknown>): Promise<Answer>;
}

/** What better-auth answered. */
export interface Answer {
  /** Why it refused; undefined when it did not. */
  readonly problem: string | undefined;
  /** Where an authorization under way goes on. */
  readonly onwardUrl: string | undefined;
  /** Sends the browser on, with the cookies that it was given. */
  redirect(location: string): Response;
}

const MAX_FORM_BYTES = 20_000;

/** Reads posted forms. @throws QuarryError `forbidden` for one that a page of another origin sent. */
export function createFormPost(accounts: AccountService) {
  return async (request: Request, server: AddressOf | null): Promise<FormPost> => {
    const { publicUrl, origins } = accounts.addresses();
    if (!isFromOwnPage(request, origins))
      throw new QuarryError(
        "forbidden",
        "This form came from a page of another origin. If it is yours, the operator sets QUARRY_PUBLIC_URL to its address.",
      );
    const tooLarge = () => new QuarryError("payload_too_large", "The form is too large.");
    const bytes = request.body
      ? await collectBytes(request.body, MAX_FORM_BYTES, tooLarge)
      : new Uint8Array();
    const headers = new Headers({
      "content-type": "application/json",
      accept: "application/json",
      origin: publicUrl,
      cookie: request.headers.get("cookie") ?? "",
    });
    return {
      fields: Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes))),
      async ask(path, body) {
        const sent = new Request(`${publicUrl}/api/auth${path}`, {
          method: "POST",
          headers: accounts.withClientAddress(headers, request, server),
          body: JSON.stringify(body),
        });
        return readAnswer(await accounts.handle(sent));
      },
    };
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const answer: unknown = await response.json().catch(() => ({}));
  const field = (name: string) => {
    const value: unknown =
      typeof answer === "object" && answer !== null ? Reflect.get(answer, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  const isRefused = response.status >= 400;
  const said = field("message") ?? field("error_description") ?? "That did not work";
  return {
    problem: isRefused ? refusalWords(response.status, field("code"), said) : undefined,
    onwardUrl: field("url") ?? field("redirect_uri") ?? response.headers.get("location") ?? undefined,
    redirect(location) {
      const headers = new Headers({ location, "cache-control": "no-store" });
      for (const cookie of response.headers.getSetCookie()) headers.append("set-cookie", cookie);
      return new Response(null, { status: 303, headers });
    },
  };
}
