import type { Permission } from "@quarry/schema";

/** The scopes that assistants can request, with their descriptions on the consent page. Managing API keys is not one. */
export const ASSISTANT_SCOPES = {
  "spaces:read": "See your spaces",
  "spaces:write": "Create and change spaces",
  "spaces:delete": "Archive and delete spaces",
  "documents:read": "Read documents",
  "documents:write": "Add and change documents",
  "documents:delete": "Delete documents",
  "queries:read": "Search your documents",
} as const satisfies Partial<Record<Permission, string>>;

/** A scope that assistants can request. */
export type AssistantScope = keyof typeof ASSISTANT_SCOPES;

/** The names of all scopes. */
export const ASSISTANT_SCOPE_NAMES = Object.keys(ASSISTANT_SCOPES) as AssistantScope[];

/** The scope of clients that want refresh tokens. */
export const OFFLINE_SCOPE = "offline_access";
