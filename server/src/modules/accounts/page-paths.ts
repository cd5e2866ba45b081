/** The paths of the account pages. */
export const PAGES = {
  /** The dashboard. */
  home: "/app",
  /** The first run: a space, files and a question. */
  start: "/app/start",
  /** Organizations and assistants, without script. */
  account: "/app/account",
  signIn: "/app/sign-in",
  signUp: "/app/sign-up",
  signOut: "/app/sign-out",
  setUp: "/app/set-up",
  documents: "/app/documents",
  consent: "/app/consent",
  invitation: "/app/invitation",
  forgotPassword: "/app/forgot-password",
  resetPassword: "/app/reset-password",
  problem: "/app/problem",
} as const;

/** The path of the MCP server. */
export const MCP_PATH = "/mcp";

/** Reads a query parameter; empty when it is absent. */
export function parameter(request: Request, name: string): string {
  return new URL(request.url).searchParams.get(name) ?? "";
}
