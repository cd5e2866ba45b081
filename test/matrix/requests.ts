import { emptyArchive } from "../archives/sample-archives.ts";
import type { Json } from "../contract/reading.ts";
import type { Ids, Thing } from "./ids.ts";
import { GOLDEN, HOOK, NOTHING, unusedName } from "./targets.ts";

/** A request without credentials. The path is the OpenAPI file's. */
export interface MatrixRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  /** Sent instead of `body`. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** How to call an operation so that it succeeds for an authorized caller. */
export interface Call {
  request(ids: Ids): MatrixRequest;
  /** The kind of target that the call consumes, so that each call needs a fresh one. */
  readonly consumes?: Consumed;
}

/** Kinds of targets that calls consume; `failed` is a document that can be retried. */
export type Consumed = Thing | "failed document";

type Part<Value> = (ids: Ids) => Value;

/** An archive of a space without documents. */
const EMPTY_ARCHIVE = await emptyArchive();

function call(method: string, path: Part<string>, body?: Part<Json>, consumes?: Consumed): Call {
  return {
    request: (ids) => ({ method, path: `/api${path(ids)}`, ...(body ? { body: body(ids) } : {}) }),
    ...(consumes ? { consumes } : {}),
  };
}

const get = (path: Part<string>): Call => call("GET", path);

const space = ({ space }: Ids) => `/spaces/${space}`;
const inSpace = (ids: Ids) => `${space(ids)}/documents/${ids.document}`;
const alone = ({ document }: Ids) => `/documents/${document}`;
const ofSpace = ({ space }: Ids) => `?spaceId=${space}`;
const key = ({ key }: Ids) => `/api-keys/${key}`;
const webhook = ({ webhook }: Ids) => `/webhooks/${webhook}`;
const evaluations = (ids: Ids) => `${space(ids)}/evaluations`;
const evaluation = (ids: Ids) => `${evaluations(ids)}/${ids.evaluation}`;
const run = (ids: Ids) => `${evaluation(ids)}/runs/${ids.run}`;
const file = () => ({ filename: `${unusedName()}.md`, content: "# Pelicans\n\nThe pelican is called Vega." });
const filed = ({ space }: Ids) => ({ spaceId: space, ...file() });
const named = () => ({ name: unusedName() });
const operation = ({ operation }: Ids) => `/bulk-operations/${operation}`;
const golden = () => ({ ...named(), queries: GOLDEN });
const changed = () => ({ metadata: { change: unusedName() } });

/** A call for each row of the table of routes. */
export const REQUESTS: Readonly<Record<string, Call>> = {
  health: get(() => "/health"),
  ready: get(() => "/ready"),

  listSpaces: get(() => "/spaces?status=all&pageSize=100"),
  createSpace: call("POST", () => "/spaces", named),
  getSpace: get(space),
  getSpaceLimits: get((ids) => `${space(ids)}/limits`),
  updateSpace: call("PATCH", space, changed),
  "updateSpace (ranking)": call("PATCH", space, () => ({ ranking: { vectorWeight: 0.5 } })),
  "updateSpace (archives)": call("PATCH", space, () => ({ isArchived: true }), "space"),
  "updateSpace (restores)": call("PATCH", space, () => ({ isArchived: false }), "space"),
  previewChunking: call(
    "POST",
    (ids) => `${space(ids)}/chunking/preview`,
    ({ document }) => ({ documentId: document, chunking: { maxTokens: 100 } }),
  ),
  deleteSpace: call("DELETE", space, undefined, "space"),
  "deleteSpace (purges)": call("DELETE", (ids) => `${space(ids)}?purge=true`, undefined, "space"),
  exportSpace: get((ids) => `${space(ids)}/export`),
  importSpace: { request: () => ({ method: "POST", path: "/api/spaces/import", bytes: EMPTY_ARCHIVE }) },

  listDocuments: get((ids) => `/documents${ofSpace(ids)}`),
  listDocumentsOfSpace: get((ids) => `${space(ids)}/documents`),
  uploadDocument: call("POST", () => "/documents", filed),
  uploadDocumentToSpace: call("POST", (ids) => `${space(ids)}/documents`, file),
  parseFile: call("POST", () => "/parse", file),
  "parseFile (for a space)": call("POST", () => "/parse", filed),
  upsertDocument: call("PUT", () => "/documents", filed),
  upsertDocuments: call(
    "PUT",
    () => "/documents/batch",
    ({ space }) => ({ spaceId: space, documents: [file()] }),
  ),
  getDocumentByFilename: get((ids) => `/documents/by-filename${ofSpace(ids)}&filename=a.md`),
  getDocument: get(alone),
  "getDocument (in its space)": get((ids) => alone(ids) + ofSpace(ids)),
  getDocumentOfSpace: get(inSpace),
  updateDocument: call("PATCH", alone, ({ space }) => ({ spaceId: space, ...changed() })),
  "updateDocument (space in the query)": call("PATCH", (ids) => alone(ids) + ofSpace(ids), changed),
  "updateDocument (status)": call(
    "PATCH",
    alone,
    ({ space }) => ({ spaceId: space, status: "FAILED" }),
    "document",
  ),
  updateDocumentOfSpace: call("PATCH", inSpace, changed),
  deleteDocument: call("DELETE", alone, undefined, "document"),
  "deleteDocument (in its space)": call("DELETE", (ids) => alone(ids) + ofSpace(ids), undefined, "document"),
  deleteDocumentOfSpace: call("DELETE", inSpace, undefined, "document"),
  getOutline: get((ids) => `${alone(ids)}/outline`),
  "getOutline (in its space)": get((ids) => `${alone(ids)}/outline${ofSpace(ids)}`),
  getOutlineOfSpace: get((ids) => `${inSpace(ids)}/outline`),
  listChunks: get((ids) => `${alone(ids)}/chunks`),
  "listChunks (in its space)": get((ids) => `${alone(ids)}/chunks${ofSpace(ids)}`),
  listChunksOfSpace: get((ids) => `${inSpace(ids)}/chunks`),
  "listChunksOfSpace (on a page)": get((ids) => `${inSpace(ids)}/chunks?onPage=1`),
  getFile: get((ids) => `${alone(ids)}/file`),
  "getFile (in its space)": get((ids) => `${alone(ids)}/file${ofSpace(ids)}`),
  getFileOfSpace: get((ids) => `${inSpace(ids)}/file`),
  retryDocument: call("POST", (ids) => `${alone(ids)}/retry`, undefined, "failed document"),
  "retryDocument (in its space)": call(
    "POST",
    (ids) => `${alone(ids)}/retry${ofSpace(ids)}`,
    undefined,
    "failed document",
  ),
  retryDocumentOfSpace: call("POST", (ids) => `${inSpace(ids)}/retry`, undefined, "failed document"),

  bulkDocuments: call(
    "POST",
    () => "/documents/bulk",
    ({ space }) => ({ ...NOTHING, spaceId: space, action: "setMetadata", metadata: { seen: true } }),
  ),
  "bulkDocuments (deletes)": call(
    "POST",
    () => "/documents/bulk",
    ({ space }) => ({ ...NOTHING, spaceId: space, action: "delete" }),
  ),
  "bulkDocuments (only counts)": call(
    "POST",
    () => "/documents/bulk",
    ({ space }) => ({ where: {}, spaceId: space, action: "delete", dryRun: true }),
  ),
  listBulkOperations: get(() => "/bulk-operations?pageSize=100"),
  "listBulkOperations (of a space)": get((ids) => `/bulk-operations${ofSpace(ids)}`),
  getBulkOperation: get(operation),
  cancelBulkOperation: call("POST", (ids) => `${operation(ids)}/cancel`),

  query: call(
    "POST",
    () => "/query",
    ({ space }) => ({ query: "pelican", spaceIds: [space] }),
  ),
  queryBatch: call(
    "POST",
    () => "/query/batch",
    ({ space }) => ({ queries: [{ query: "pelican", spaceIds: space }] }),
  ),
  smartQuery: call(
    "POST",
    () => "/query/smart",
    () => ({ query: "pelican" }),
  ),
  "smartQuery (searches)": call(
    "POST",
    () => "/query/smart",
    () => ({ query: "pelican", search: true }),
  ),

  listEvaluations: get(evaluations),
  createEvaluation: call("POST", evaluations, golden),
  getEvaluation: get(evaluation),
  updateEvaluation: call("PATCH", evaluation, named),
  deleteEvaluation: call("DELETE", evaluation, undefined, "evaluation"),
  listEvaluationRuns: get((ids) => `${evaluation(ids)}/runs`),
  runEvaluation: call(
    "POST",
    (ids) => `${evaluation(ids)}/runs`,
    () => ({}),
  ),
  getEvaluationRun: get(run),
  getEvaluationReport: get((ids) => `${run(ids)}/report`),
  fitEvaluation: call(
    "POST",
    (ids) => `${evaluation(ids)}/fit`,
    () => ({}),
  ),
  "fitEvaluation (applies)": call(
    "POST",
    (ids) => `${evaluation(ids)}/fit`,
    () => ({ apply: true }),
  ),

  streamEvents: get(() => "/events"),
  "streamEvents (of a space)": get((ids) => `/events${ofSpace(ids)}`),
  "streamEvents (of a document)": get(({ document }) => `/events?documentId=${document}`),
  "streamEvents (of keys)": get(() => "/events?types=apikey.created,apikey.revoked"),

  listApiKeys: get(() => "/api-keys?pageSize=100"),
  createApiKey: call(
    "POST",
    () => "/api-keys",
    () => ({ ...named(), permissions: ["apikeys:write"] }),
  ),
  "createApiKey (for a space)": call(
    "POST",
    () => "/api-keys",
    ({ space }) => ({ ...named(), permissions: ["apikeys:write"], spaceIds: [space] }),
  ),
  rotateApiKey: call("POST", (ids) => `${key(ids)}/rotate`),
  deleteApiKey: call("DELETE", key, undefined, "key"),

  listWebhooks: get(() => "/webhooks?pageSize=100"),
  createWebhook: call(
    "POST",
    () => "/webhooks",
    ({ space }) => ({ ...HOOK, spaceIds: [space] }),
  ),
  getWebhook: get(webhook),
  updateWebhook: call("PATCH", webhook, () => ({ description: unusedName() })),
  "updateWebhook (of a space)": call("PATCH", webhook, ({ space }) => ({ spaceIds: [space] })),
  deleteWebhook: call("DELETE", webhook, undefined, "webhook"),
  rotateWebhook: call("POST", (ids) => `${webhook(ids)}/rotate`),
  testWebhook: call("POST", (ids) => `${webhook(ids)}/test`),
  listDeliveries: get((ids) => `${webhook(ids)}/deliveries`),
  replayWebhook: call(
    "POST",
    (ids) => `${webhook(ids)}/replay`,
    () => ({ since: "2026-01-01" }),
  ),

  listQuestions: get(() => "/questions?pageSize=100"),
  "listQuestions (of a space)": get((ids) => `/questions${ofSpace(ids)}`),
  deleteQuestions: call("DELETE", () => "/questions"),
  getQuestionVolume: get(() => "/questions/volume?bucket=hour"),
  "getQuestionVolume (of a space)": get((ids) => `/questions/volume${ofSpace(ids)}`),
  groupUnanswered: get(() => "/questions/unanswered"),
  "groupUnanswered (of a space)": get((ids) => `/questions/unanswered${ofSpace(ids)}`),
  getQuestionSettings: get(() => "/questions/settings"),
  updateQuestionSettings: call(
    "PATCH",
    () => "/questions/settings",
    () => ({ recording: "without_texts" }),
  ),

  getOperator: get(() => "/operator"),
  runDoctor: call(
    "POST",
    () => "/operator/doctor",
    () => ({}),
  ),
  listAudit: get(() => "/audit?pageSize=100"),
  getUsage: get(() => "/usage"),
  getUsageHistory: get(() => "/usage/history"),
};
