import type { ClientDiscovery, OAuthOptions, Scope } from "@better-auth/oauth-provider";
import { registerClientMetadataDocument } from "@better-auth/oauth-provider/internal";
import type { Clock } from "@quarry/core";
import { LRUCache } from "lru-cache";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log/log.ts";
import { setRedirectUris } from "./assistant-rows.ts";
import { type ClientDocument, fetchClientDocument, isDocumentUrl } from "./client-document.ts";
import { nativeMetadata } from "./native-registration.ts";

/** How long a document counts as current. */
const FRESH_MS = 3_600_000;
/** How long a document counts that can no longer be fetched. */
const STALE_MS = 24 * 3_600_000;
/** How long a failure counts, so that a document is not fetched with each request. */
const FAILED_MS = 30_000;
const ENTRIES = 1000;
const MAX_REASON_CHARS = 200;

/**
 * Clients whose id is the address of their metadata document (OAuth Client ID Metadata Document): they need no
 * registration, and their host vouches for them.
 * @param deps.options The settings of the OAuth provider; called with each document.
 */
export function clientDiscovery(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly allowPrivate: boolean;
  options(): OAuthOptions<Scope[]>;
}): ClientDiscovery {
  const { db, clock, log, allowPrivate, options } = deps;
  const failures = new LRUCache<string, number>({ max: ENTRIES });

  async function read(clientId: string): Promise<ClientDocument | undefined> {
    if ((failures.get(clientId) ?? 0) > clock.now()) return undefined;
    try {
      return await fetchClientDocument(clientId, { allowPrivate });
    } catch (error) {
      failures.set(clientId, clock.now() + FAILED_MS);
      const reason = error instanceof Error ? error.message.slice(0, MAX_REASON_CHARS) : "unknown";
      log.warn("The metadata document of a client cannot be used", { clientId, reason });
      return undefined;
    }
  }

  return {
    id: "cimd",
    discoveryMetadata: { client_id_metadata_document_supported: true },
    matches: isDocumentUrl,
    async resolve(ctx, clientId, existing) {
      const ageMs = existing?.updatedAt
        ? clock.now() - new Date(existing.updatedAt).getTime()
        : Number.POSITIVE_INFINITY;
      if (ageMs < FRESH_MS) return existing;
      const document = await read(clientId);
      if (!document) return ageMs < STALE_MS ? existing : null;
      const { metadata, redirectUris } = nativeMetadata(document);
      const host = new URL(clientId).host;
      const { client } = await registerClientMetadataDocument(ctx, options(), {
        metadata: { client_name: host, ...metadata } as Parameters<
          typeof registerClientMetadataDocument
        >[2]["metadata"],
        clientId,
        clientDiscoveryId: "cimd",
        ...(existing ? { existingClient: existing } : {}),
      });
      if (!redirectUris) return client;
      await setRedirectUris(db, clientId, redirectUris);
      return { ...client, redirectUris: [...redirectUris] };
    },
  };
}
