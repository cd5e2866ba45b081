/** Where pages of people are. */
export const PAGES = {
  home: "/app",
  signIn: "/app/sign-in",
  signUp: "/app/sign-up",
  signOut: "/app/sign-out",
  setUp: "/app/set-up",
  consent: "/app/consent",
  invitation: "/app/invitation",
  forgotPassword: "/app/forgot-password",
  resetPassword: "/app/reset-password",
  problem: "/app/problem",
} as const;

/** Where assistants find the MCP server. */
export const MCP_PATH = "/mcp";

/** A parameter of a page's address; empty where it has none. */
export function parameter(request: Request, name: string): string {
  return new URL(request.url).searchParams.get(name) ?? "";
}
