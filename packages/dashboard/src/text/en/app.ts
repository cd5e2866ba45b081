/** Texts of the frame of the dashboard. */
export const app = {
  name: "Quarry",
  skip: "Skip to the content",
  navigation: "Main",
  notFound: "There is no such page",
  notFoundHint: "The address may be mistyped, or what it named was deleted.",
  toSpaces: "Go to the spaces",
  reference: "API reference",
  account: "Account and assistants",
  signOut: "Sign out",
  organization: "Organization",
  switchTo: "Switch organization",
  loading: "Loading…",
  justNow: "just now",
  /** Between the items of a list. */
  comma: ", ",
  noOrganization: "You are in no organization",
  noOrganizationHint: "Ask for an invitation, or choose an organization on your account page.",
};

/** Texts of actions that many pages offer. */
export const action = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  retry: "Try again",
  more: "More actions",
  copy: "Copy",
  copied: "Copied",
  notCopied: "The browser did not allow to copy",
  clear: "Clear",
};

/** Texts of pages that could not be loaded. */
export const problem = {
  title: "This could not be loaded",
  unreachable: "The server cannot be reached.",
  goesOn: "Trying again by itself…",
  forbidden: "This page is not for you",
  roleNeeded: "Only admins and the owner of the organization may do this.",
  unexpected: "Something unexpected happened. Try again.",
};

/** Texts of a session that ended. */
export const session = {
  title: "Your session has ended",
  hint: "Sign in to go on. What you typed is still here.",
  email: "E-mail",
  password: "Password",
  signIn: "Sign in",
  otherPerson: "This is another account. Sign in as {email}.",
};

/** Texts of the navigation. */
export const nav = {
  spaces: "Spaces",
  playground: "Playground",
  keys: "API keys",
  people: "People",
  assistants: "Assistants",
  webhooks: "Webhooks",
  questions: "Questions",
  usage: "Usage",
  audit: "Audit log",
  more: "More",
};
