import { callAccount } from "../api/account.ts";

/** Access that a person has given to an assistant. */
export interface Assistant {
  readonly id: string;
  /** Undefined for a program that registered without a name. */
  readonly name: string | undefined;
  readonly organizationId: string | null;
  readonly scopes: readonly string[];
  readonly since: string;
}

interface Consent {
  readonly id: string;
  readonly clientId: string;
  readonly referenceId?: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
}

/** The assistants that have access for the person, in all organizations. */
export function assistantsQuery() {
  return {
    queryKey: ["assistants"],
    queryFn: async (): Promise<readonly Assistant[]> => {
      const consents = await callAccount<Consent[]>("oauth2/get-consents");
      return Promise.all(
        consents.map(async ({ id, clientId, referenceId = null, scopes, createdAt }) => ({
          ...{ id, organizationId: referenceId, scopes, since: createdAt },
          name: await nameOf(clientId),
        })),
      );
    },
  };
}

async function nameOf(clientId: string): Promise<string | undefined> {
  const path = `oauth2/public-client?client_id=${encodeURIComponent(clientId)}`;
  return (await callAccount<{ client_name?: string }>(path)).client_name;
}

/** Takes the access away, with all tokens. */
export function removeAssistant({ id }: Assistant): Promise<unknown> {
  return callAccount("oauth2/delete-consent", { id });
}
