import { CONTENT, IDS, operatorState, pageWith } from "../examples.ts";
import type { OperationReferences } from "../operation.ts";

/** The operations of usage, the audit log, the operator, and health. */
export const SERVICE_OPERATIONS: OperationReferences = {
  getUsage: {
    needs: "spaces:read",
    description:
      "Returns how many spaces, documents, keys and bytes the organization has, the limits of its tier, and what is left of the caller's rate limits. For a key that is limited to some spaces, only those are counted.",
    answer: {
      usage: {
        tier: "enterprise",
        spaces: { count: 1, limit: null },
        documents: { count: 1, limitPerSpace: null },
        storageBytes: CONTENT.length,
        apiKeys: { count: 2, limit: null },
        retentionDays: null,
        requests: [],
      },
    },
  },
  getUsageHistory: {
    needs: "spaces:read",
    description:
      "Returns how many calls the organization made on each of the last days, and how many documents and bytes it held at their ends, in UTC. Days are kept for 400 days, and begin with the version that counts them. A process that is killed loses the calls of at most ten seconds. Keys that are limited to some spaces get 403, because the figures are of the whole organization.",
    request: { query: { days: 2 } },
    answer: {
      days: [
        { day: "2026-01-30", calls: 0, documents: null, storageBytes: null },
        { day: "2026-01-31", calls: 12, documents: 1, storageBytes: CONTENT.length },
      ],
    },
  },
  listAudit: {
    needs: "apikeys:write",
    description:
      "Lists who changed what, newest first: the organization, its members, keys, webhooks and spaces, and who started or cancelled bulk operations. Changes to single documents are not in it; the events report those. Entries cannot be changed.",
    request: { query: { pageSize: 10 } },
    answer: pageWith({
      id: "aud_06b8k23d5g8j1m4p7s0v3y6b9",
      orgId: IDS.organization,
      action: "space.created",
      actor: { kind: "key", id: IDS.key, name: "root" },
      targetId: IDS.space,
      details: { name: "Handbook", slug: "handbook" },
      createdAt: "2026-01-31T08:30:00.000Z",
    }),
  },
  getOperator: {
    needs: "",
    description:
      "Returns the state of the service across all organizations: version, database and vector store, queues with the age of their oldest entries, causes of failed documents, disk and memory. Only for an owner of the first organization who is signed in, and for the root key, as QUARRY_ROOT_KEY or the file `root-key` of the data folder has it; everyone else gets 403.",
    answer: { operator: operatorState },
  },
  runDoctor: {
    needs: "",
    description:
      "Compares documents, original files and indexes with each other, as `bun run doctor` does, and returns what does not fit. With `repair`, it repairs what it can without the callers' data. It may take minutes; after 200 seconds it answers 503 and goes on, and a call with the same `repair` in the ten minutes after its end gets the result. Only for the callers of `GET /api/operator`.",
    request: { body: { repair: false } },
    answer: {
      isGood: true,
      total: 0,
      findings: [],
      finishedAt: "2026-01-31T08:30:00.000Z",
    },
  },
  health: {
    needs: null,
    description:
      "Answers 200 while the process is alive. It checks nothing else; use it to decide whether to restart the service.",
    answer: { status: "ok" },
  },
  ready: {
    needs: null,
    description:
      "Answers 200 when the service can answer queries, and 503 while it cannot. `degraded` means that queries work and something else does not. Use it to decide whether to send requests to this server.",
    answer: { status: "ok" },
  },
};
