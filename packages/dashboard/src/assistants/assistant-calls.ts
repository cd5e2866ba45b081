import { callAccount } from "../api/account.ts";

/** The one scope that is no permission. */
const STAYS_CONNECTED = "offline_access";

/** Access that a person has given to an assistant. */
export interface Assistant {
  readonly id: string;
  /** Undefined for a program that registered without a name. */
  readonly name: string | undefined;
  readonly organizationId: string | null;
  /** What it may do: what the person ticked, as far as their role allows it. */
  readonly rights: readonly string[];
  readonly since: string;
  /** To the minute. Null before its first call. */
  readonly lastUsedAt: string | null;
}

interface Consent {
  readonly id: string;
  readonly clientName: string | null;
  readonly referenceId: string | null;
  readonly scopes: readonly string[];
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** The assistants that have access for the person, in all organizations. */
export function assistantsQuery() {
  return {
    queryKey: ["assistants"],
    queryFn: async (): Promise<readonly Assistant[]> => {
      const consents = await callAccount<Consent[]>("oauth2/get-consents");
      return consents.map(({ id, clientName, referenceId, scopes, permissions, createdAt, lastUsedAt }) => ({
        ...{ id, organizationId: referenceId, since: createdAt, lastUsedAt },
        name: clientName ?? undefined,
        rights: [...permissions, ...scopes.filter((scope) => scope === STAYS_CONNECTED)],
      }));
    },
  };
}

/** Takes the access away, with all tokens. */
export function removeAssistant({ id }: Assistant): Promise<unknown> {
  return callAccount("oauth2/delete-consent", { id });
}
