import { type Markup, markup } from "../../../../platform/http/markup.ts";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../../platform/settings/accounts.ts";
import { ASSISTANT_SCOPES, type AssistantScope } from "../../assistants/scopes.ts";
import { named } from "./named.ts";

const PASSWORD_LENGTH = `Choose a password of ${PASSWORD_MIN_CHARS} to ${PASSWORD_MAX_CHARS} characters.`;
const LINK_EXPIRED = "This link has expired or was already used. Request a new one.";
const START_AGAIN = "Start again from the program";

/** The text of the pages without script, in English. */
export const en = {
  language: "en",
  tag: "en",
  direction: "ltr" as "ltr" | "rtl",
  roles: { owner: "owner", admin: "admin", member: "member" } as Readonly<Record<string, string>>,
  field: {
    email: "E-mail",
    password: "Password",
    newPassword: `Password (${PASSWORD_MIN_CHARS} characters or more)`,
    name: "Name",
  },
  signIn: {
    title: "Sign in",
    submit: "Sign in",
    createAccount: "Create an account",
    forgotPassword: "Forgot your password?",
    reference: "Reference",
  },
  signUp: {
    title: "Create an account",
    submit: "Create the account",
    haveAccount: "I already have an account",
  },
  setUp: {
    title: "Set up Quarry",
    hint: "Create the account of the owner. This link works once.",
    submit: "Create the owner's account",
    invalid: {
      title: "This link is no longer valid",
      message: "Quarry already has an owner, or this is not the link in the log.",
    },
  },
  forgotPassword: {
    title: "Forgot your password?",
    hint: "Enter the address of your account to get a mail with a link.",
    submit: "Send the link",
    sent: {
      title: "Check your mailbox",
      message:
        "If an account with this address exists, a mail with a link is on its way. The link works for one hour.",
    },
    notSent: "The mail could not be sent",
  },
  resetPassword: {
    title: "Choose a new password",
    submit: "Set the password",
    newLink: "Request a new link",
  },
  invitation: {
    title: (organization: string) => `Join ${organization}`,
    hint: (role: string, email: string) =>
      markup`You are invited as ${role}. You are signed in as ${named(email)}.`,
    submit: "Join",
    invalid: {
      title: "This invitation is no longer valid",
      message: "It was accepted, withdrawn, or is older than seven days. Ask for a new one.",
    },
  },
  account: {
    title: "Account",
    signedIn: (email: string) => markup`Signed in as ${named(email)}.`,
    dashboard: "Dashboard",
    reference: "API reference",
    organizations: "Organizations",
    active: (organization: Markup, role: string) => markup`${organization}, ${role} (active)`,
    organization: (organization: Markup, role: string) => markup`${organization}, ${role}`,
    switchTo: "Switch",
    assistants: "Assistants",
    noAssistant:
      "No assistant has access. To connect one, give it the address of this service followed by /mcp.",
    assistant: (assistant: Markup, organization: Markup | undefined) =>
      markup`${assistant} in ${organization ?? "no organization"}`,
    remove: "Remove",
    signOut: "Sign out",
  },
  consent: {
    unnamed: "An unnamed program",
    title: (client: string) => `${client} requests access`,
    hint: (email: string, role: string, organization: string) =>
      markup`Signed in as ${named(email)}, ${role} of ${named(organization)}. Choose what it may do:`,
    scopes: ASSISTANT_SCOPES as Readonly<Record<AssistantScope, string>>,
    stayConnected: "Stay connected until you remove it",
    notGranted: (scope: Markup, role: string) => markup`${scope}: not granted, because your role is ${role}`,
    describedBy: (host: string) => markup`The program is described by ${named(host)}.`,
    sentTo: (host: string) =>
      markup`Your answer is sent to ${named(host)}. Allow access only if you started this yourself.`,
    unknownAddress: "an unknown address",
    allow: "Allow",
    doNotAllow: "Do not allow",
    useInstead: (organization: string) => `Use ${organization} instead`,
    unknown: {
      title: "Unknown program",
      message: "This program is not registered here. Start again from it.",
    },
    changed: {
      title: "You have changed the organization",
      message:
        "The page that you answered was for another organization than your active one. Start again from the program, and check the organization on its page.",
    },
    nothingTicked: {
      title: "Nothing is ticked",
      message:
        "Tick at least one thing that the program may do, or answer that you do not allow it. Go back to the page before.",
    },
  },
  document: {
    place: (space: string, page: number | undefined) =>
      markup`In ${named(space)}${page === undefined ? "" : `, page ${page}`}`,
    original: "Original file",
    noText: "The document has no text yet.",
    before: "Text before",
    behind: "Text behind",
    notShown: "This document cannot be shown",
    switchFirst: "If it is in another of your organizations, switch to that one first.",
  },
  problem: {
    title: "This request cannot continue",
    brokenRequest:
      "The program's request is incomplete, was changed, or has expired. Start again from the program.",
    invalidRequest: (code: string) =>
      `The program sent an invalid request (${code}). ${START_AGAIN}. If that does not help, contact its developers.`,
    unknown: `Something went wrong. ${START_AGAIN}, or sign in.`,
    tooManyAttempts: "Too many attempts. Wait a minute, then try again.",
    failed: "The request failed. Try again.",
  },
  /** By the error codes of better-auth. */
  errors: {
    INVALID_EMAIL_OR_PASSWORD:
      "The address or password is wrong. Try again, or reset your password with “Forgot your password?”.",
    USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
      "An account with this address already exists. Sign in, or reset your password on the sign-in page.",
    PASSWORD_TOO_SHORT: PASSWORD_LENGTH,
    PASSWORD_TOO_LONG: PASSWORD_LENGTH,
    VALIDATION_ERROR: "Fill in every field, and enter a complete e-mail address, e.g. name@example.com.",
    INVALID_TOKEN: LINK_EXPIRED,
    YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION:
      "This invitation is for another address. Sign out at /app, and sign in with the address that it was sent to.",
    NO_ORGANIZATION:
      "You are not a member of an organization, or no longer of your active one. Choose one at /app, or sign out there and sign in again to get your own.",
  },
  /** By the error codes of links, and of authorizations that cannot return to the program. */
  linkErrors: {
    invalid_client:
      "The program is not registered here, or no longer. Remove this service from the program, and add it again.",
    invalid_redirect:
      "The program requested a redirect to an address that it did not register. Remove this service from the program, and add it again.",
    INVALID_TOKEN: LINK_EXPIRED,
    TOKEN_EXPIRED: LINK_EXPIRED,
  },
};

/** The text of the pages without script in one language. */
export type PageText = typeof en;
