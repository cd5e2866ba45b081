import type { Permission } from "@quarry/schema";

/** What people can let assistants do, each with the words in which they are asked. API keys are not among them. */
export const ASSISTANT_SCOPES = {
  "spaces:read": "See your spaces",
  "spaces:write": "Create and change spaces",
  "spaces:delete": "Archive and delete spaces",
  "documents:read": "Read documents",
  "documents:write": "Add and change documents",
  "documents:delete": "Delete documents",
  "queries:read": "Ask questions over your documents",
} as const satisfies Partial<Record<Permission, string>>;

/** One of them. */
export type AssistantScope = keyof typeof ASSISTANT_SCOPES;

/** All of them. */
export const ASSISTANT_SCOPE_NAMES = Object.keys(ASSISTANT_SCOPES) as AssistantScope[];

/** Asked for by clients that want to come back without asking again. */
export const OFFLINE_SCOPE = "offline_access";
