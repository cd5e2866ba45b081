import type { SampledOperation } from "./operation.ts";
import { pathParameter } from "./path-parameters.ts";

/** The SDK's method of each operation. Methods of `spaces` take the id of a space first; all others take one object. */
const METHODS: Readonly<Record<string, string>> = {
  query: "query",
  queryBatch: "queryBatch",
  smartQuery: "smartQuery",
  health: "health",
  ready: "ready",
  listSpaces: "spaces.list",
  createSpace: "spaces.create",
  getSpace: "spaces.get",
  updateSpace: "spaces.update",
  deleteSpace: "spaces.archive",
  previewChunking: "spaces.previewChunking",
  exportSpace: "spaces.export",
  getSpaceLimits: "spaces.limits",
  listDocuments: "documents.list",
  listDocumentsOfSpace: "documents.list",
  uploadDocument: "documents.upload",
  uploadDocumentToSpace: "documents.upload",
  upsertDocument: "documents.upsert",
  upsertDocuments: "documents.upsertBatch",
  getDocumentByFilename: "documents.getByFilename",
  getDocument: "documents.get",
  getDocumentOfSpace: "documents.get",
  updateDocument: "documents.update",
  updateDocumentOfSpace: "documents.update",
  deleteDocument: "documents.delete",
  deleteDocumentOfSpace: "documents.delete",
  getOutline: "documents.outline",
  getOutlineOfSpace: "documents.outline",
  listChunks: "documents.chunks",
  listChunksOfSpace: "documents.chunks",
  getFile: "documents.file",
  getFileOfSpace: "documents.file",
  retryDocument: "documents.retry",
  retryDocumentOfSpace: "documents.retry",
  parseFile: "documents.parse",
  bulkDocuments: "bulk.start",
  listBulkOperations: "bulk.list",
  getBulkOperation: "bulk.get",
  cancelBulkOperation: "bulk.cancel",
  listApiKeys: "apiKeys.list",
  createApiKey: "apiKeys.create",
  rotateApiKey: "apiKeys.rotate",
  deleteApiKey: "apiKeys.delete",
  listWebhooks: "webhooks.list",
  createWebhook: "webhooks.create",
  getWebhook: "webhooks.get",
  updateWebhook: "webhooks.update",
  deleteWebhook: "webhooks.delete",
  rotateWebhook: "webhooks.rotate",
  testWebhook: "webhooks.test",
  listDeliveries: "webhooks.deliveries",
  replayWebhook: "webhooks.replay",
  listEvaluations: "evaluations.list",
  createEvaluation: "evaluations.create",
  getEvaluation: "evaluations.get",
  updateEvaluation: "evaluations.update",
  deleteEvaluation: "evaluations.delete",
  listEvaluationRuns: "evaluations.runs",
  runEvaluation: "evaluations.run",
  getEvaluationRun: "evaluations.getRun",
  getEvaluationReport: "evaluations.report",
  fitEvaluation: "evaluations.fit",
  listQuestions: "questions.list",
  deleteQuestions: "questions.deleteAll",
  getQuestionVolume: "questions.volume",
  groupUnanswered: "questions.unanswered",
  getQuestionSettings: "questions.settings",
  updateQuestionSettings: "questions.updateSettings",
  getUsage: "usage.get",
  listAudit: "audit.list",
  getOperator: "operator.get",
  runDoctor: "operator.examine",
};

/** Samples that are not one call with one argument. */
const WRITTEN: Readonly<Record<string, string>> = {
  streamEvents: [
    'for await (const event of quarry.events.stream({ types: ["document.completed", "document.failed"] }))',
    "  console.log(event.type, event.data);",
  ].join("\n"),
  importSpace: [
    'const archive = await openAsBlob("handbook.tar.gz");',
    'const answer = await quarry.spaces.import(archive, { name: "Handbook of last year", slug: "handbook-2025" });',
    "console.log(answer);",
  ].join("\n"),
};

/** Answers that go into a file: its name, and the part of the answer that is its content. */
const SAVED: Readonly<Record<string, { readonly name: string; readonly content: string }>> = {
  exportSpace: { name: "handbook.tar.gz", content: "answer" },
  getFile: { name: "leave.md", content: "answer.body" },
  getFileOfSpace: { name: "leave.md", content: "answer.body" },
  getEvaluationReport: { name: "report.html", content: "answer" },
};

/** The example request as a call of the SDK; undefined if the SDK has no method for it. */
export function sdkCall(operation: SampledOperation): string | undefined {
  const { id } = operation;
  const method = METHODS[id];
  const saved = SAVED[id];
  const imports = [
    ...(saved ? ['import { writeFile } from "node:fs/promises";'] : []),
    ...(id === "importSpace" ? ['import { openAsBlob } from "node:fs";'] : []),
    'import { Quarry } from "@quarry/sdk";',
  ].join("\n");
  const start = `${imports}\n\nconst quarry = new Quarry();`;
  if (WRITTEN[id]) return `${start}\n${WRITTEN[id]}`;
  if (method === undefined) return undefined;
  const given = argumentsOf(operation, method).map((argument) => typeScriptText(argument));
  const use = saved
    ? `await writeFile(${JSON.stringify(saved.name)}, ${saved.content});`
    : "console.log(answer);";
  return `${start}\nconst answer = await quarry.${method}(${given.join(", ")});\n${use}`;
}

function argumentsOf({ path, reference }: SampledOperation, method: string): unknown[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = names.map((name) => [nameOf(path, name), pathParameter(path, name)?.example]);
  const { query = {}, body = {} } = reference.request ?? {};
  const fields = { ...query, ...body };
  if (method.startsWith("spaces."))
    return [...values.map(([, value]) => value), ...(Object.keys(fields).length > 0 ? [fields] : [])];
  const all = { ...Object.fromEntries(values), ...fields };
  return Object.keys(all).length > 0 ? [all] : [];
}

/** The SDK's name of a parameter in a path: the innermost id is `id`, except of runs. */
function nameOf(path: string, name: string): string {
  if (name === "runId") return name;
  if (name === "id") return path.includes("/spaces/{id}") ? "spaceId" : "id";
  return "id";
}

function typeScriptText(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"(\w+)":/gm, "$1$2:");
}
