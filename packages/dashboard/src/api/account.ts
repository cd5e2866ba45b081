import type { OrganizationRole } from "@quarry/sdk";
import { watched } from "./trouble.ts";

/** An organization of the person. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** The person who is signed in, with the organization that this tab shows. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Undefined for a person who is in no organization. */
  readonly organization: (Organization & { readonly role: OrganizationRole }) | undefined;
  readonly organizations: readonly Organization[];
}

/** A call that the account routes refused. */
export class AccountError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "AccountError";
    this.status = status;
  }
}

const send = watched((url, init) => fetch(url, init));

/**
 * Calls an account route.
 * @param headers Sent with a body.
 * @throws AccountError for a refusal, TypeError when the server cannot be reached.
 */
export async function callAccount<Result>(
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const init: RequestInit = body
    ? {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }
    : {};
  const response = await send(`/api/auth/${path}`, init);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Result;
  const message = typeof answer === "object" && answer && "message" in answer ? answer.message : undefined;
  throw new AccountError(response.status, typeof message === "string" ? message : response.statusText);
}

interface Session {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly session: { readonly activeOrganizationId?: string | null };
}

/** Reads who is signed in, in the form in which the page holds it. @throws AccountError 401 without a session. */
export async function readPerson(): Promise<Person> {
  const membership = callAccount<{ role: OrganizationRole } | null>("organization/get-active-member");
  // Only of interest when an organization is active.
  membership.catch(() => undefined);
  const list = callAccount<Organization[]>("organization/list");
  list.catch(() => undefined);
  const found = await callAccount<Session | null>("get-session");
  if (!found) throw new AccountError(401, "");
  const { user, session } = found;
  const organizations = (await list).map(({ id, name, slug }) => ({ id, name, slug }));
  const active = organizations.find(({ id }) => id === session.activeOrganizationId);
  const role = active && (await membership)?.role;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    organization: active && role ? { ...active, role } : undefined,
    organizations,
  };
}

/** Signs a person in. @throws AccountError for a wrong password. */
export function signIn(email: string, password: string): Promise<unknown> {
  return callAccount("sign-in/email", { email, password });
}
