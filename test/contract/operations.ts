import type { Reply } from "./caller.ts";
import { call } from "./contract-server.ts";
import { string } from "./reading.ts";
import {
  GOLDEN,
  newEvaluationId,
  newKey,
  newRun,
  newSpaceId,
  newWebhook,
  putDocument,
  uniqueWord,
} from "./seeding.ts";

export const PERMISSIONS = [
  "spaces:read",
  "spaces:write",
  "spaces:delete",
  "documents:read",
  "documents:write",
  "documents:delete",
  "queries:read",
  "apikeys:read",
  "apikeys:write",
  "apikeys:delete",
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Resources that exist before an operation runs. */
export interface Target {
  readonly spaceId: string;
  readonly documentId: string;
  readonly keyId: string;
  readonly webhookId: string;
  readonly evaluationId: string;
  readonly runId: string;
}

export interface Operation {
  readonly permission: Permission;
  readonly name: string;
  run(target: Target, key: string): Promise<Reply>;
}

export async function newTarget(): Promise<Target> {
  const spaceId = await newSpaceId();
  const document = await putDocument(spaceId, "a.txt", "some text");
  const { record } = await newKey({ permissions: ["spaces:read"] });
  const webhook = string((await newWebhook({ spaceIds: [spaceId] })).webhook.id);
  const evaluationId = await newEvaluationId(spaceId);
  const run = await newRun(spaceId, evaluationId);
  return {
    ...{ spaceId, documentId: string(document.id), keyId: string(record.id), webhookId: webhook },
    ...{ evaluationId, runId: string(run.id) },
  };
}

const NAMES: Target = {
  ...{ spaceId: ":spaceId", documentId: ":id", keyId: ":keyId", webhookId: ":webhookId" },
  ...{ evaluationId: ":evaluationId", runId: ":runId" },
};

function operation(
  permission: Permission,
  method: string,
  path: (target: Target) => string,
  body?: (target: Target) => unknown,
): Operation {
  return {
    permission,
    name: `${method} ${path(NAMES)}`,
    run: (target, key) =>
      call(method, path(target), { key, ...(body === undefined ? {} : { body: body(target) }) }),
  };
}

const space = (t: Target): string => `/api/spaces/${t.spaceId}`;
const document = (t: Target): string => `${space(t)}/documents/${t.documentId}`;
const evaluations = (t: Target): string => `${space(t)}/evaluations`;
const evaluation = (t: Target): string => `${evaluations(t)}/${t.evaluationId}`;
const webhook = (t: Target): string => `/api/webhooks/${t.webhookId}`;
const text = (): { filename: string; content: string } => ({
  filename: `${uniqueWord()}.txt`,
  content: "text",
});

/** Each operation with the permission that §5.1 requires. */
export const OPERATIONS: readonly Operation[] = [
  operation("spaces:read", "GET", () => "/api/spaces"),
  operation("spaces:read", "GET", space),
  operation("spaces:read", "GET", (t) => `${space(t)}/limits`),
  operation("spaces:read", "GET", () => "/api/usage"),
  operation("spaces:read", "GET", () => "/api/usage/history"),
  operation(
    "spaces:write",
    "POST",
    () => "/api/spaces",
    () => ({ name: uniqueWord() }),
  ),
  operation("spaces:write", "PATCH", space, () => ({ description: "changed" })),
  operation("spaces:delete", "DELETE", space),
  operation("spaces:delete", "DELETE", (t) => `${space(t)}?purge=true`),
  operation("documents:read", "GET", (t) => `${space(t)}/documents`),
  operation("documents:read", "GET", document),
  operation("documents:read", "GET", (t) => `${document(t)}/file`),
  operation(
    "documents:read",
    "POST",
    (t) => `${space(t)}/chunking/preview`,
    (t) => ({ documentId: t.documentId }),
  ),
  operation("documents:read", "GET", (t) => `/api/documents/by-filename?spaceId=${t.spaceId}&filename=a.txt`),
  operation("documents:write", "POST", (t) => `${space(t)}/documents`, text),
  operation(
    "documents:write",
    "PUT",
    () => "/api/documents",
    (t) => ({ spaceId: t.spaceId, ...text() }),
  ),
  operation(
    "documents:write",
    "PUT",
    () => "/api/documents/batch",
    (t) => ({
      spaceId: t.spaceId,
      documents: [text()],
    }),
  ),
  operation("documents:write", "PATCH", document, () => ({ metadata: { a: 1 } })),
  operation(
    "documents:write",
    "PATCH",
    (t) => `/api/documents/${t.documentId}`,
    (t) => ({
      spaceId: t.spaceId,
      metadata: { a: 2 },
    }),
  ),
  operation("documents:delete", "DELETE", document),
  operation(
    "queries:read",
    "POST",
    () => "/api/query",
    (t) => ({ query: "text", spaceIds: t.spaceId }),
  ),
  operation(
    "queries:read",
    "POST",
    () => "/api/query/smart",
    () => ({ query: "text" }),
  ),
  operation("queries:read", "GET", evaluations),
  operation("queries:read", "GET", evaluation),
  operation("queries:read", "GET", (t) => `${evaluation(t)}/runs`),
  operation(
    "queries:read",
    "POST",
    (t) => `${evaluation(t)}/runs`,
    () => ({}),
  ),
  operation("queries:read", "GET", (t) => `${evaluation(t)}/runs/${t.runId}`),
  operation("queries:read", "GET", (t) => `${evaluation(t)}/runs/${t.runId}/report`),
  operation("spaces:write", "POST", evaluations, () => ({ name: uniqueWord(), queries: GOLDEN })),
  operation("spaces:write", "PATCH", evaluation, () => ({ name: uniqueWord() })),
  operation("spaces:write", "DELETE", evaluation),
  operation("apikeys:read", "GET", () => "/api/api-keys"),
  operation(
    "apikeys:write",
    "POST",
    () => "/api/api-keys",
    () => ({
      name: uniqueWord(),
      permissions: ["apikeys:write"],
    }),
  ),
  operation("apikeys:delete", "DELETE", (t) => `/api/api-keys/${t.keyId}`),
  operation("apikeys:write", "GET", () => "/api/audit"),
  operation("apikeys:read", "GET", () => "/api/webhooks"),
  operation("apikeys:read", "GET", webhook),
  operation("apikeys:read", "GET", (t) => `${webhook(t)}/deliveries`),
  operation("apikeys:write", "POST", (t) => `${webhook(t)}/test`),
  operation(
    "apikeys:write",
    "POST",
    (t) => `${webhook(t)}/replay`,
    () => ({ since: new Date().toISOString() }),
  ),
  operation("apikeys:delete", "DELETE", webhook),
];
