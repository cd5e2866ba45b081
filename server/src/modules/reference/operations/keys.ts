import { apiKey, IDS, pageWith } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

const KEY = "qry_Xk3pQ9v2Lr7Tn4Wc8Ym1Bz6Hd0Js5Fg3Ka9Ue2Vo7Ix";

/** The operations of API keys. */
export const KEY_OPERATIONS: OperationReferences = {
  listApiKeys: {
    needs: "apikeys:read",
    description:
      "Lists the API keys of the organization, newest first, including expired ones. The keys themselves are not stored and cannot be shown again; `prefix` tells them apart.",
    request: { query: { pageSize: 10 } },
    answer: pageWith(apiKey),
  },
  createApiKey: {
    needs: "apikeys:write",
    description:
      "Creates an API key. The answer is the only place that shows the key itself, so store it. A key can have at most the permissions, spaces, lifetime and rate limit of the key that creates it. A tier may limit the number of keys and require an expiry date.",
    request: { body: { name: "Website", level: "read", rateLimit: { limit: 600, windowSeconds: 60 } } },
    answer: { apiKey, key: KEY },
  },
  rotateApiKey: {
    needs: "apikeys:write",
    description:
      "Gives an API key a new secret; id, name, permissions and limits stay. The old secret stops at once, or after `overlapSeconds`, in which both work. The answer is the only place that shows the new secret. The caller needs every permission of the key.",
    request: { body: { overlapSeconds: 3600 } },
    answer: { apiKey, key: KEY },
  },
  deleteApiKey: {
    needs: "apikeys:delete",
    description:
      "Revokes an API key. Calls with it get 401 from then on, and its event streams end. It cannot be undone; create a new key instead.",
    answer: { deleted: true, id: IDS.key },
  },
};
