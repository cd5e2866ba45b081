import { QuarryError } from "@quarry/core";
import { TIERS, type Tier } from "@quarry/schema";
import { choice, type Environment, httpUrl, invalid, text } from "./environment.ts";

/** How people sign up and sign in. */
export interface AccountsConfig {
  /** The address of the service for browsers and assistants, without a path. When absent: the address it listens on. */
  readonly publicUrl: string | undefined;
  /** Signs cookies and links. When absent: a secret that is stored in the database. */
  readonly secret: string | undefined;
  /** The owner of the first organization, created at the start. */
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly defaultTier: Tier;
  /** `invited`: only people with an invitation may sign up. */
  readonly signUp: "open" | "invited";
  /**
   * Whose metadata documents the service fetches for OAuth clients that are not registered: hosts with public
   * addresses, also hosts of its own network, or none.
   */
  readonly clientMetadata: "public" | "private" | "off";
  /** Header in which a proxy in front of the service sends the client's address. When absent, no header is trusted. */
  readonly clientAddressHeader: string | undefined;
}

/** The SMTP server. When absent, mails are written to the log. */
export interface MailConfig {
  readonly smtpUrl: string;
  readonly from: string;
}

const SECRET_MIN_CHARS = 32;
const EMAIL_MAX_CHARS = 254;
/** Minimum length of a password. */
export const PASSWORD_MIN_CHARS = 8;
/** Maximum length of a password. */
export const PASSWORD_MAX_CHARS = 128;

/** Reads the settings of accounts. */
export function accounts(env: Environment): AccountsConfig {
  const secret = text(env, "QUARRY_SECRET");
  if (secret !== undefined && secret.length < SECRET_MIN_CHARS)
    throw hidden("QUARRY_SECRET", `must have at least ${SECRET_MIN_CHARS} characters`);
  return {
    publicUrl: publicUrl(env),
    secret,
    owner: owner(env),
    defaultTier: choice(env, "QUARRY_DEFAULT_TIER", TIERS, "sandbox"),
    signUp: choice(env, "QUARRY_SIGN_UP", ["open", "invited"], "open"),
    clientMetadata: choice(env, "QUARRY_CLIENT_METADATA", ["public", "private", "off"], "public"),
    clientAddressHeader: clientAddressHeader(env),
  };
}

/** The addresses that better-auth accepts, which are fewer than RFC 5322 allows. Others could not sign in. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** True for an e-mail address with which people can sign in. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX_CHARS && EMAIL.test(text);
}

/** Reads the settings of mail. */
export function mail(env: Environment): MailConfig | undefined {
  const smtpUrl = text(env, "QUARRY_SMTP_URL");
  if (smtpUrl === undefined) return undefined;
  const url = URL.parse(smtpUrl);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "")
    throw hidden("QUARRY_SMTP_URL", "must be an smtp or smtps URL, e.g. smtp://user:password@host:587");
  return { smtpUrl, from: text(env, "QUARRY_MAIL_FROM") ?? `Quarry <quarry@${url.hostname}>` };
}

function publicUrl(env: Environment): string | undefined {
  const value = httpUrl(env, "QUARRY_PUBLIC_URL");
  if (value === undefined) return undefined;
  const { origin, pathname, search } = new URL(value);
  if (pathname !== "/" || search !== "")
    throw hidden("QUARRY_PUBLIC_URL", "must have no path: the service answers at the root of its host");
  return origin;
}

function clientAddressHeader(env: Environment): string | undefined {
  const name = text(env, "QUARRY_CLIENT_ADDRESS_HEADER");
  if (name !== undefined && !/^[A-Za-z0-9-]+$/.test(name))
    throw invalid(
      "QUARRY_CLIENT_ADDRESS_HEADER",
      name,
      "must be the name of one header, e.g. X-Forwarded-For",
    );
  return name?.toLowerCase();
}

function owner(env: Environment): AccountsConfig["owner"] {
  const email = text(env, "QUARRY_OWNER_EMAIL")?.toLowerCase();
  const password = env.QUARRY_OWNER_PASSWORD;
  if (email === undefined && !password) return undefined;
  if (email === undefined || !password)
    throw hidden("QUARRY_OWNER_EMAIL", "and QUARRY_OWNER_PASSWORD must be set together");
  if (!isEmail(email)) throw hidden("QUARRY_OWNER_EMAIL", "must be an e-mail address, e.g. name@example.com");
  if (password.length < PASSWORD_MIN_CHARS || password.length > PASSWORD_MAX_CHARS)
    throw hidden(
      "QUARRY_OWNER_PASSWORD",
      `must have ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters`,
    );
  return { email, password };
}

function hidden(name: string, problem: string): QuarryError {
  return new QuarryError("invalid_request", `Setting ${name} ${problem} (its value is not shown).`);
}
