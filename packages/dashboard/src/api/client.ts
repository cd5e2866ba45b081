import { type Fetch, Quarry } from "@quarry/sdk";
import { watched } from "./trouble.ts";

/** The header that names the organization of a call. */
export const ORGANIZATION_HEADER = "quarry-organization";

/** Creates a client with the browser's session. It stays in one organization when another tab switches. */
export function createClient(
  organizationId: string | undefined,
  send: Fetch = (url, init) => fetch(url, init),
): Quarry {
  return new Quarry({
    baseUrl: location.origin,
    headers: organizationId === undefined ? {} : { [ORGANIZATION_HEADER]: organizationId },
    fetch: watched(send),
  });
}
